/** A Merkle tree over decided records, by which anybody can tell whether one was changed. */
@NullMarked
package io.twophase.domain.evidence;

import org.jspecify.annotations.NullMarked;
