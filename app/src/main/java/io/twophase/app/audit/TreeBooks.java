package io.twophase.app.audit;

import static io.twophase.app.audit.Finding.Kind.HEAD_DIFFERS;
import static io.twophase.app.audit.Finding.Kind.NUMBER_DIFFERS;
import static io.twophase.app.audit.Finding.Kind.RECORD_CHANGED;
import static io.twophase.app.audit.Finding.Kind.RECORD_REMOVED;
import static io.twophase.app.audit.Finding.Kind.TREE_DIFFERS;

import io.twophase.app.audit.Check.Findings;
import io.twophase.app.audit.Finding.Subject.OfOther;
import io.twophase.app.audit.Finding.Subject.OfTransaction;
import io.twophase.app.event.LeafContent;
import io.twophase.app.event.LeafContent.LeafDifference;
import io.twophase.app.event.LeafReader;
import io.twophase.domain.event.Frontier;
import io.twophase.domain.event.NumberedRecord;
import io.twophase.domain.event.TreeHead;
import io.twophase.domain.event.TreeLeaf;
import io.twophase.domain.hold.RecordId;
import io.twophase.ports.EventRepository;
import io.twophase.ports.EvidenceRepository;
import io.twophase.ports.Keeping;
import io.twophase.ports.Store;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Compares the decided records with the leaves of the tree of evidence, and the leaves with each
 * other. First each record that is there is looked up by the number that it is marked with; then
 * each leaf that no record has accounted for is looked up by the number's own document.
 */
final class TreeBooks implements Check {

  private final EventRepository events;
  private final LeafReader reader;
  private final boolean complete;
  private final boolean leavesReceipts;
  private final Optional<TreeHead> kept;
  private final Findings findings;
  private final EvidenceRepository evidence;
  private final long size;
  private final Numbers accounted = new Numbers();
  private Frontier tree = Frontier.EMPTY;
  private boolean isOff;

  /**
   * @param keeping how long records are kept, and what is left of those that are removed
   * @param kept a head that was kept elsewhere, if there is one
   */
  TreeBooks(Store store, Keeping keeping, Optional<TreeHead> kept, Findings findings) {
    this.events = store.events();
    this.reader = new LeafReader(store.records());
    this.complete = !keeping.mayHaveExpired();
    this.leavesReceipts = keeping.hasReceiptsOfAllRemoved();
    this.kept = kept;
    this.findings = findings;
    this.evidence = events.evidence();
    this.size = evidence.size();
  }

  /** The head of the tree, by its leaves, after the end. */
  TreeHead head() {
    return tree.head();
  }

  @Override
  public void seeNumbered(List<Numbered> records) {
    List<Numbered> inTree =
        records.stream()
            .filter(
                each ->
                    each.number()
                        .filter(at -> at >= NumberedRecord.FIRST && at <= size)
                        .isPresent())
            .toList();
    Map<Long, TreeLeaf> found =
        evidence
            .leaves(inTree.stream().map(each -> each.number().orElseThrow()).distinct().toList())
            .stream()
            .collect(Collectors.toMap(TreeLeaf::number, leaf -> leaf));
    for (Numbered each : inTree) {
      long number = each.number().orElseThrow();
      TreeLeaf leaf = found.get(number);
      if (leaf != null) {
        accounted.add(number);
        reader
            .of(number, each.record())
            .differences(leaf)
            .forEach(difference -> report(number, difference));
      }
    }
  }

  private void report(long number, LeafDifference difference) {
    if (difference instanceof LeafDifference.Changed) {
      findings.add(
          RECORD_CHANGED,
          new OfTransaction(difference.id()),
          "is not what leaf " + number + " of the tree of evidence says that it was");
    } else if (complete
        || (leavesReceipts
            && difference instanceof LeafDifference.Removed removed
            && removed.leavesReceipt())) {
      findings.add(
          RECORD_REMOVED,
          new OfTransaction(difference.id()),
          "is not there, and has leaf " + number + " of the tree of evidence");
    }
  }

  /**
   * Builds the tree again from its leaves alone, page by page, as far as there is none missing, and
   * compares it with what is stored.
   */
  @Override
  public void end() {
    long stored = evidence.size();
    compareHead();
    List<TreeLeaf> page = evidence.after(0);
    while (!page.isEmpty()) {
      for (TreeLeaf leaf : page) {
        if (leaf.number() != tree.size() + 1) {
          addMissing();
          return;
        }
        add(leaf);
        compareHead();
      }
      compareNumbers(page);
      page = evidence.after(tree.size());
    }
    if (tree.size() < stored) {
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

  private void compareHead() {
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
    findings.add(kind, new OfOther(Long.toString(number)), detail);
  }

  /** The leaves of a page against the documents of their numbers. */
  private void compareNumbers(List<TreeLeaf> leaves) {
    Map<Long, NumberedRecord> named =
        events.numbered(leaves.get(0).number() - 1).stream()
            .collect(Collectors.toMap(NumberedRecord::number, each -> each));
    List<NumberedRecord> odd = new ArrayList<>();
    List<NumberedRecord> inOrder =
        leaves.stream()
            .flatMap(leaf -> Optional.ofNullable(named.get(leaf.number())).stream())
            // the books of the numbers tell of one that cannot be read
            .filter(each -> each.record().isRight())
            .toList();
    List<RecordId> ids = NumberedRecord.records(inOrder);
    List<Optional<Long>> marks = events.numbersOf(ids);
    Map<Long, LeafContent> contents = new HashMap<>();
    for (int at = 0; at < ids.size(); at++) {
      NumberedRecord each = inOrder.get(at);
      boolean isOwn = marks.get(at).equals(Optional.of(each.number()));
      if (!isOwn && !complete && !leavesReceipts && !ids.get(at).isOfMany()) {
        // retention may have freed the id, and another record have taken it
        contents.put(each.number(), LeafContent.ofGone(each.number(), ids.get(at)));
      } else if (!isOwn || !isAccounted(each.number())) {
        odd.add(each);
      }
    }
    Function<NumberedRecord, LeafContent> page = reader.page(odd);
    odd.forEach(each -> contents.put(each.number(), page.apply(each)));
    for (TreeLeaf leaf : leaves) {
      Optional.ofNullable(contents.get(leaf.number())).ifPresent(content -> compare(leaf, content));
      if (!named.containsKey(leaf.number()) && !isAccounted(leaf.number())) {
        compare(leaf, LeafContent.ofNothing(leaf.number()));
      }
    }
  }

  private boolean isAccounted(long number) {
    return accounted.contains(number);
  }

  private void compare(TreeLeaf leaf, LeafContent content) {
    List<LeafDifference> differences = content.differences(leaf);
    if (!differences.isEmpty() && isAccounted(leaf.number())) {
      findings.add(
          NUMBER_DIFFERS,
          new OfTransaction(differences.get(0).id()),
          "has the number " + leaf.number() + ", which is another's");
    } else {
      differences.forEach(each -> report(leaf.number(), each));
    }
  }
}
