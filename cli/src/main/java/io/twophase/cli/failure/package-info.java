/** The failure of a command, and its exit code. */
@NullMarked
package io.twophase.cli.failure;

import org.jspecify.annotations.NullMarked;
