/**
 * The embedded store: a MongoDB-wire server in this process, over documents kept in a directory.
 *
 * <p>{@link io.twophase.app.embedded.EmbeddedServer} is the only entry. Inside, commands run on the
 * protocol implementation of mongo-java-server; the documents live in an H2 MVStore, each as its
 * encoded bytes, and every change is in a journal before it is acknowledged.
 */
@NullMarked
package io.twophase.app.embedded;

import org.jspecify.annotations.NullMarked;
