/**
 * Two stores that are asked the same and must answer the same: random sequences of calls on an
 * adapter and, beside it, on one that is exact. An adapter's own test extends {@link
 * io.twophase.test.equality.EqualityContract} and says how to get both.
 */
@NullMarked
package io.twophase.test.equality;

import org.jspecify.annotations.NullMarked;
