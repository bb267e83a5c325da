/** The shared part of all commands: the store, the answer, interruption, failures. */
@NullMarked
package io.twophase.cli.context;

import org.jspecify.annotations.NullMarked;
