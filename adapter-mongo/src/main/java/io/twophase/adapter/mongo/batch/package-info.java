/** Batches and their members: their rules as guarded updates. */
@NullMarked
package io.twophase.adapter.mongo.batch;

import org.jspecify.annotations.NullMarked;
