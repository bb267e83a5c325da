/** Evidence that decided transactions were not changed: heads, proofs, and what verifies them. */
@NullMarked
package io.twophase.cli.evidence;

import org.jspecify.annotations.NullMarked;
