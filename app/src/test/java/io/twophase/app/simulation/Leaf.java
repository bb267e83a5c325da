package io.twophase.domain.explorer.evidence;

import io.twophase.domain.evidence.TreeLeaf;

/**
 * A leaf as the primary has it.
 *
 * @param isKept whether a majority has it
 */
record Leaf(TreeLeaf leaf, boolean isKept) {}
