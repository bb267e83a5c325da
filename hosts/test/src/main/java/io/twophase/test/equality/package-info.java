/** What the equality contracts of holds and records share: random bodies, and shrinking. */
@NullMarked
package io.twophase.test.equality;

import org.jspecify.annotations.NullMarked;
