/** Random calls on the ranges of accounts, beside lone holds, on two stores at once. */
@NullMarked
package io.twophase.test.equality.range;

import org.jspecify.annotations.NullMarked;
