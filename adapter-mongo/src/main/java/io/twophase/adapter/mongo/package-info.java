/**
 * The ports over MongoDB, by mongodb-driver-sync: {@link io.twophase.adapter.mongo.MongoStore} is
 * where to begin.
 */
@NullMarked
package io.twophase.adapter.mongo;

import org.jspecify.annotations.NullMarked;
