/**
 * Decided records as durable events: their numbers, and the machine that gives the numbers; and a
 * Merkle tree over the records, by which anybody can tell whether one was changed. The actions of
 * operators by hand are written down beside them.
 */
@NullMarked
package io.twophase.domain.event;

import org.jspecify.annotations.NullMarked;
