/** Batches and their members as documents. */
@NullMarked
package io.twophase.adapter.mongo.document.batch;

import org.jspecify.annotations.NullMarked;
