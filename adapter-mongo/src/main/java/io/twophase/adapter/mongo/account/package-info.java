/** The two repositories, and the guarded updates that mirror the domain's rules. */
@NullMarked
package io.twophase.adapter.mongo.account;

import org.jspecify.annotations.NullMarked;
