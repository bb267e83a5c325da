/** Exact amounts of money, in int64 minor units of an ISO 4217 currency. */
@NullMarked
package io.twophase.domain.money;

import org.jspecify.annotations.NullMarked;
