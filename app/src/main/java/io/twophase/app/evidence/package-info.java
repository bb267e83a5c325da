/** The tree by which anybody can tell whether a decided record was changed: its growth, proofs. */
@NullMarked
package io.twophase.app.evidence;

import org.jspecify.annotations.NullMarked;
