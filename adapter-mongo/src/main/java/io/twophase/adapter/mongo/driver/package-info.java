/** The reads and writes of a collection: batches as single commands, errors as answers. */
@NullMarked
package io.twophase.adapter.mongo.driver;

import org.jspecify.annotations.NullMarked;
