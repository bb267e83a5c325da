/** Accounting periods: what one is, what checks that one is open, and why it refuses postings. */
@NullMarked
package io.twophase.domain.period;

import org.jspecify.annotations.NullMarked;
