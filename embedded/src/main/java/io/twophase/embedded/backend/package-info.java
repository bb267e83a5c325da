/**
 * The server: mongo-java-server's commands on documents that the storage keeps as bytes, their
 * indexes, and the MongoDB wire protocol over TCP with its limits.
 */
@NullMarked
package io.twophase.embedded.backend;

import org.jspecify.annotations.NullMarked;
