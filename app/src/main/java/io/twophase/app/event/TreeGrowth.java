package io.twophase.app.event;

import io.twophase.domain.event.Digest;
import io.twophase.domain.event.Frontier;
import io.twophase.domain.event.NumberedRecord;
import io.twophase.domain.event.Span;
import io.twophase.domain.event.TreeLeaf;
import io.twophase.domain.event.TreeNode;
import io.twophase.ports.EventRepository;
import io.twophase.ports.EvidenceRepository;
import io.twophase.ports.Store;
import io.vavr.control.Either;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Runs the passes that give numbered records their leaves, in the order of their numbers. Safe
 * beside any number of passes, in any number of processes: the insert of a leaf is the only lock,
 * and what a leaf says follows from the record alone. Thread-safe.
 */
public record TreeGrowth(Store store) {

  /**
   * Runs one pass, which ends once each record has its leaf that was numbered and marked before.
   *
   * @throws io.twophase.ports.StoreUnavailableException if the store cannot be reached
   */
  public Growth run() {
    EvidenceRepository evidence = store.events().evidence();
    long size = evidence.size();
    long confirmed = store.events().confirmed();
    while (true) {
      if (confirmed <= size) {
        return new Growth.Whole(size);
      }
      Either<ProofRefusal, Frontier> tree = new StoredTree(evidence).frontier(size);
      if (tree.isLeft()) {
        return new Growth.Blocked(size, tree.getLeft());
      }
      Leaves next = new Leaves(tree.get());
      next.add(size, confirmed);
      if (!next.made.isEmpty()) {
        evidence.add(next.made);
      }
      long now = evidence.size();
      if (now <= size || (next.isEnded && now <= size + next.made.size())) {
        return new Growth.Later(now);
      }
      size = now;
    }
  }

  /** Leaves that are made one behind the other. */
  private final class Leaves {

    private final List<TreeLeaf> made = new ArrayList<>();
    private Frontier tree;
    private int members;

    /** A mark that the next record is not shown as decided yet. */
    private boolean isEnded;

    Leaves(Frontier tree) {
      this.tree = tree;
    }

    /** As many as one call adds, and no more of members than one leaf may have. */
    void add(long size, long confirmed) {
      List<NumberedRecord> numbered = store.events().numbered(size);
      boolean isCut = numbered.size() == EventRepository.MOST_AT_ONCE;
      long last = isCut ? numbered.get(numbered.size() - 1).number() : confirmed;
      Map<Long, NumberedRecord> named =
          numbered.stream().collect(Collectors.toMap(NumberedRecord::number, each -> each));
      long until = Math.min(Math.min(last, confirmed), size + EvidenceRepository.MOST_AT_ONCE);
      Function<NumberedRecord, LeafContent> page =
          new LeafReader(store.records())
              .page(numbered.stream().filter(each -> each.number() <= until).toList());
      for (long number = size + 1;
          number <= until && !isEnded && members < LeafContent.MOST_MEMBERS;
          number++) {
        NumberedRecord there = named.get(number);
        // all numbers up to what is confirmed were there: one that is not was removed
        add(there == null ? LeafContent.ofNothing(number) : page.apply(there));
      }
    }

    private void add(LeafContent content) {
      content
          .leaf(tree)
          .ifPresentOrElse(
              leaf -> {
                made.add(leaf);
                members += leaf.members().size();
                Digest digest = leaf.digest();
                tree = tree.with(digest).frontier();
              },
              () -> isEnded = true);
    }
  }

  /** The end of a pass that adds leaves to the tree. */
  public sealed interface Growth {

    /** Returns how many leaves the tree had at the end. */
    long size();

    /** Each record that was numbered before the pass has its leaf. */
    record Whole(long size) implements Growth {}

    /**
     * The rest is for a later pass: a record is not shown as decided yet, or the store has not
     * answered.
     */
    record Later(long size) implements Growth {}

    /**
     * A leaf is missing, or cannot be read, on which the next would be built. The tree does not
     * grow until somebody has seen to that.
     */
    record Blocked(long size, ProofRefusal why) implements Growth {}
  }

  /** Reads nodes of the tree: a few leaves for any proof, however large the tree is. */
  record StoredTree(EvidenceRepository evidence) {

    /** The right edge of the tree of the first leaves; or a leaf is missing. */
    Either<ProofRefusal, Frontier> frontier(long size) {
      return size == 0
          ? Either.right(Frontier.EMPTY)
          : nodes(new Span(0, size).nodes()).map(digests -> Frontier.of(size, digests));
    }

    /** The digests above these leaves; or a leaf is missing. */
    Either<ProofRefusal, List<Digest>> digests(List<Span> spans) {
      return nodes(spans.stream().flatMap(span -> span.nodes().stream()).toList())
          .map(digests -> spans.stream().map(span -> span.digest(digests)).toList());
    }

    private Either<ProofRefusal, Function<TreeNode, Digest>> nodes(List<TreeNode> nodes) {
      Map<Long, TreeLeaf> found = new HashMap<>();
      evidence
          .leaves(nodes.stream().map(TreeNode::number).distinct().toList())
          .forEach(leaf -> found.put(leaf.number(), leaf));
      for (TreeNode node : nodes) {
        if (!found.containsKey(node.number())) {
          return Either.left(new ProofRefusal.LeafMissing(node.number()));
        }
      }
      return Either.right(
          node -> Objects.requireNonNull(found.get(node.number())).nodes().get(node.level()));
    }
  }
}
