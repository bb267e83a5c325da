/** The repository of transaction records over MongoDB. */
@NullMarked
package io.twophase.adapter.mongo.transaction;

import org.jspecify.annotations.NullMarked;
