/** A process that is killed after a given write, for the demonstration. */
@NullMarked
package io.twophase.cli.demo.crash;

import org.jspecify.annotations.NullMarked;
