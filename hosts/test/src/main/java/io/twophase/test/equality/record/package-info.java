/** Random calls on records, on an adapter and on a store that is exact: both answer the same. */
@NullMarked
package io.twophase.test.equality.record;

import org.jspecify.annotations.NullMarked;
