/** The repository of owners over MongoDB. */
@NullMarked
package io.twophase.adapter.mongo.owner;

import org.jspecify.annotations.NullMarked;
