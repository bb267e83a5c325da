/**
 * Receipts of what retention has removed: requests that are repeated, changed, canceled, captured
 * and reversed beside passes that replace records by receipts, race and die.
 */
@NullMarked
package io.twophase.domain.explorer.receipt;

import org.jspecify.annotations.NullMarked;
