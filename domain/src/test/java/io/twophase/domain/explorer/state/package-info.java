/** A world as a row of numbers, and the values that the numbers stand for. */
@NullMarked
package io.twophase.domain.explorer.state;

import org.jspecify.annotations.NullMarked;
