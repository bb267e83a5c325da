/** The bench command. */
@NullMarked
package io.twophase.cli.bench;

import org.jspecify.annotations.NullMarked;
