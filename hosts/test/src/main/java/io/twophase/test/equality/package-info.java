/**
 * The shared parts of the equality contracts of holds and records: random bodies, and shrinking.
 */
@NullMarked
package io.twophase.test.equality;

import org.jspecify.annotations.NullMarked;
