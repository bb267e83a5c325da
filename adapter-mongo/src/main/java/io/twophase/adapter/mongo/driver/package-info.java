/**
 * Reads and writes of collections: what a collection is like, batches as single commands, errors as
 * answers.
 */
@NullMarked
package io.twophase.adapter.mongo.driver;

import org.jspecify.annotations.NullMarked;
