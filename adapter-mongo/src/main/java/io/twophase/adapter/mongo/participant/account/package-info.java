/** Accounts as documents: how operations on documents hold them. */
@NullMarked
package io.twophase.adapter.mongo.participant.account;

import org.jspecify.annotations.NullMarked;
