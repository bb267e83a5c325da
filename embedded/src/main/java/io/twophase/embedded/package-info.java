/**
 * The embedded store: a MongoDB-wire server in this process, over documents kept in a directory.
 *
 * <p>{@link io.twophase.embedded.EmbeddedServer} is the only entry. Inside, commands run on the
 * protocol implementation of mongo-java-server; the documents live in a {@link
 * io.twophase.embedded.storage.Storage}, each as its encoded bytes.
 */
@NullMarked
package io.twophase.embedded;

import org.jspecify.annotations.NullMarked;
