/** Atomic batches that break a promise, for the tests that have to find them. */
@NullMarked
package io.twophase.adapter.mongo.atomic.planted;

import org.jspecify.annotations.NullMarked;
