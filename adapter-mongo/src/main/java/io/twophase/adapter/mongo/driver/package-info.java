/** Reads and writes of collections: batches as single commands, errors as answers. */
@NullMarked
package io.twophase.adapter.mongo.driver;

import org.jspecify.annotations.NullMarked;
