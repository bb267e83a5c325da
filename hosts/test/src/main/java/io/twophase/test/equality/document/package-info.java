/**
 * Two stores of documents that are asked the same and must answer the same: random sequences of
 * calls on an adapter and, beside it, on one that is exact. An adapter's own test extends {@link
 * io.twophase.test.equality.document.DocumentEqualityContract} and says how to get both.
 */
@NullMarked
package io.twophase.test.equality.document;

import org.jspecify.annotations.NullMarked;
