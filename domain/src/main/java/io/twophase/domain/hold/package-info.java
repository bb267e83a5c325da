/** A hold stands for the claim of a record on a target; rules say how it is placed and ended. */
@NullMarked
package io.twophase.domain.hold;

import org.jspecify.annotations.NullMarked;
