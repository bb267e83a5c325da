/**
 * The bytes of the embedded store: a directory with a RocksDB in it, under a lock, with a watermark
 * of the last acknowledged write.
 *
 * <p>{@link io.twophase.embedded.storage.Storage} is the open store. Keys and values are bytes;
 * what they mean is for the packages above.
 */
@NullMarked
package io.twophase.embedded.storage;

import org.jspecify.annotations.NullMarked;
