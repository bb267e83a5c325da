/** The front door: {@link io.twophase.app.TwoPhase} and what it hands out. Start here. */
@NullMarked
package io.twophase.app;

import org.jspecify.annotations.NullMarked;
