/** Accounting periods: opening, closing and reopening them. */
@NullMarked
package io.twophase.app.period;

import org.jspecify.annotations.NullMarked;
