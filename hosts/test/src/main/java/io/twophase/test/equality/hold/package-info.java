/** Random requests to two stores of holds: an exact one, and one that is tested. */
@NullMarked
package io.twophase.test.equality.hold;

import org.jspecify.annotations.NullMarked;
