/** What {@code twophase demo} shows, as values; the command line only prints it. */
@NullMarked
package io.twophase.cli.demo;

import org.jspecify.annotations.NullMarked;
