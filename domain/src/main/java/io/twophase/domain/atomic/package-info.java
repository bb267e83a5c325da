/**
 * Transactions that run one after the other, in memory, on accounts that nobody else changes
 * meanwhile: what a transaction of the server does for many of ours at once.
 */
@NullMarked
package io.twophase.domain.atomic;

import org.jspecify.annotations.NullMarked;
