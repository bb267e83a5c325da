/** A router of this process that leads to shards, and the suites that run on it. */
@NullMarked
package io.twophase.adapter.mongo.sharded;

import org.jspecify.annotations.NullMarked;
