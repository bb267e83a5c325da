/** The lock, the owner file and the modes of a store directory. */
@NullMarked
package io.twophase.embedded.file;

import org.jspecify.annotations.NullMarked;
