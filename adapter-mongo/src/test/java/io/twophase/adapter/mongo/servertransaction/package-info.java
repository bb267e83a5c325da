/** A server of this process that has transactions of its own, and one that only seems to. */
@NullMarked
package io.twophase.adapter.mongo.servertransaction;

import org.jspecify.annotations.NullMarked;
