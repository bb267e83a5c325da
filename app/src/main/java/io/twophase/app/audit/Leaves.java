package io.twophase.app.audit;

import static io.twophase.app.audit.Finding.Kind.HEAD_DIFFERS;
import static io.twophase.app.audit.Finding.Kind.TREE_DIFFERS;

import io.twophase.domain.event.Frontier;
import io.twophase.domain.event.TreeHead;
import io.twophase.domain.event.TreeLeaf;
import io.twophase.ports.EvidenceRepository;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Builds the tree of evidence again from its leaves alone, and compares it with what is stored. */
final class Leaves {

  private final Findings findings;
  private Frontier tree = Frontier.EMPTY;
  private boolean isOff;

  Leaves(Findings findings) {
    this.findings = findings;
  }

  /**
   * Goes through all leaves, page by page, as far as there is none missing.
   *
   * @param kept a head that was kept elsewhere, if there is one
   */
  void walk(EvidenceRepository evidence, Optional<TreeHead> kept, Consumer<List<TreeLeaf>> pages) {
    long size = evidence.size();
    compare(kept);
    List<TreeLeaf> page = evidence.after(0);
    while (!page.isEmpty()) {
      for (TreeLeaf leaf : page) {
        if (leaf.number() != tree.size() + 1) {
          addMissing();
          return;
        }
        add(leaf);
        compare(kept);
      }
      pages.accept(page);
      page = evidence.after(tree.size());
    }
    if (tree.size() < size) {
      addMissing();
    }
    kept.filter(head -> head.size() > tree.size())
        .ifPresent(
            head ->
                add(
                    HEAD_DIFFERS,
                    head.size(),
                    "the tree of evidence has only " + tree.size() + " leaves"));
  }

  private void addMissing() {
    addOfLeaf(tree.size() + 1, "is missing, or cannot be read");
  }

  private void add(TreeLeaf leaf) {
    Frontier.Grown grown = tree.with(leaf.digest());
    tree = grown.frontier();
    if (!isOff && !grown.nodes().equals(leaf.nodes())) {
      addOfLeaf(
          leaf.number(),
          "does not follow from the leaves before it: one of them was changed, or it was");
    }
  }

  private void compare(Optional<TreeHead> kept) {
    kept.filter(head -> head.size() == tree.size() && !head.equals(tree.head()))
        .ifPresent(
            head ->
                add(
                    HEAD_DIFFERS,
                    head.size(),
                    "the tree of evidence is %s by its leaves, not %s: something of it was changed"
                        .formatted(tree.head(), head)));
  }

  private void addOfLeaf(long number, String detail) {
    add(TREE_DIFFERS, number, "leaf " + number + " of the tree of evidence " + detail);
  }

  private void add(Finding.Kind kind, long number, String detail) {
    isOff = true;
    findings.add(kind, Long.toString(number), detail);
  }

  /** The head of the tree, by its leaves. */
  TreeHead head() {
    return tree.head();
  }
}
