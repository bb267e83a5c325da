/** The databases and collections that mongo-java-server's commands work on. */
@NullMarked
package io.twophase.embedded.backend;

import org.jspecify.annotations.NullMarked;
