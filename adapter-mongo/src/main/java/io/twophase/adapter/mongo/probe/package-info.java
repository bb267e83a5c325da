/** One small transfer's every write, tried out on a server before a store is used there. */
@NullMarked
package io.twophase.adapter.mongo.probe;

import org.jspecify.annotations.NullMarked;
