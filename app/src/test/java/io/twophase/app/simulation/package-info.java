/**
 * The tree of evidence: passes that add leaves, die and overtake each other, late and half-done
 * inserts, a failover, retention with and without receipts, and somebody who removes a record.
 */
@NullMarked
package io.twophase.domain.explorer.evidence;

import org.jspecify.annotations.NullMarked;
