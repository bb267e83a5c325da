/** Numbers of decided records, their consumers and leaves, carried balances, and owners. */
@NullMarked
package io.twophase.adapter.mongo.event;

import org.jspecify.annotations.NullMarked;
