/**
 * Transactions that are stated by a function: what a run of the function has read and written, and
 * which refusals are conflicts, after which the function runs again.
 */
@NullMarked
package io.twophase.domain.function;

import org.jspecify.annotations.NullMarked;
