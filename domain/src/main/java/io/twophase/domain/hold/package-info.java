/** One hold: what a record claims of a target, and the rules by which it is placed and ended. */
@NullMarked
package io.twophase.domain.hold;

import org.jspecify.annotations.NullMarked;
