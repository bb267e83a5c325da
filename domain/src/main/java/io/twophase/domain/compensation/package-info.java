/** What cancel, reverse and recovery do in each state, as named rules. */
@NullMarked
package io.twophase.domain.compensation;

import org.jspecify.annotations.NullMarked;
