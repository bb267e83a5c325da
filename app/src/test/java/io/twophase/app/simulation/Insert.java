package io.twophase.domain.explorer.evidence;

import io.twophase.domain.evidence.TreeLeaf;
import java.util.List;

/**
 * An insert on its way.
 *
 * @param sender the pass that waits for it; -1 once it has given up
 * @param leaves those that are still to be inserted
 */
record Insert(int sender, List<TreeLeaf> leaves) {}
