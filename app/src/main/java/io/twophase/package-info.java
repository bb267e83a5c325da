/** The front door: {@link io.twophase.TwoPhase} and what it hands out. Start here. */
@NullMarked
package io.twophase;

import org.jspecify.annotations.NullMarked;
