/**
 * Durable events: every interleaving of deciders, numbering passes and a consumer, over records and
 * numbers that may be on several shards, with failovers, late and half-done inserts, and crashes.
 */
@NullMarked
package io.twophase.domain.explorer.event;

import org.jspecify.annotations.NullMarked;
