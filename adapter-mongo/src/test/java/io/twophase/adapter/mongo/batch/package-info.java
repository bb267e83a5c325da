/** What is stored of batches and their members, and what their writes ask. */
@NullMarked
package io.twophase.adapter.mongo.batch;

import org.jspecify.annotations.NullMarked;
