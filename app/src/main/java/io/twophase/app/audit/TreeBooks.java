package io.twophase.app.audit;

import static io.twophase.app.audit.Finding.Kind.NUMBER_DIFFERS;
import static io.twophase.app.audit.Finding.Kind.RECORD_CHANGED;
import static io.twophase.app.audit.Finding.Kind.RECORD_REMOVED;

import io.twophase.app.event.LeafContent;
import io.twophase.app.event.LeafDifference;
import io.twophase.app.event.LeafReader;
import io.twophase.domain.event.NumberedRecord;
import io.twophase.domain.evidence.TreeHead;
import io.twophase.domain.evidence.TreeLeaf;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.ports.EventRepository;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Compares the decided records with the leaves of the tree of evidence, and the leaves with each
 * other. First each record that is there is looked up by the number that it is marked with; then
 * each leaf that no record has accounted for is looked up by the number's own document.
 */
final class TreeBooks {

  /** How many transactions the records of a page decide. */
  private static final int PAGE = 1_000;

  private final EventRepository events;
  private final LeafReader reader;
  private final boolean complete;
  private final boolean leavesReceipts;
  private final long size;
  private final BitSet accounted = new BitSet();
  private final Map<RecordId, TransactionRecord> page = new LinkedHashMap<>();
  private final Set<RecordId> met = new HashSet<>();
  private final List<Finding> findings = new ArrayList<>();
  private int paged;

  /**
   * @param complete whether no record may have been removed by retention
   * @param leavesReceipts whether retention has left a receipt of each that it has removed
   */
  TreeBooks(EventRepository events, LeafReader reader, boolean complete, boolean leavesReceipts) {
    this.events = events;
    this.reader = reader;
    this.complete = complete;
    this.leavesReceipts = leavesReceipts;
    this.size = events.evidence().size();
  }

  /** One of all transactions, with the record that decides it. */
  void add(Lookup lookup) {
    for (TransactionRecord record : lookup.record()) {
      boolean isFirst = lookup.member().isEmpty() || met.add(record.id());
      if (isFirst && record.state().isDecided()) {
        page.put(record.id(), record);
        paged += record.members().size();
        if (paged >= PAGE) {
          comparePage();
        }
      }
    }
  }

  private void comparePage() {
    List<NumberedRecord> marked = marked(List.copyOf(page.keySet()));
    Map<Long, TreeLeaf> leaves = leaves(marked);
    for (NumberedRecord each : marked) {
      each.record()
          .flatMap(id -> Option.of(page.get(id)).toEither(""))
          .forEach(record -> account(each, reader.of(each.number(), record), leaves));
    }
    page.clear();
    paged = 0;
  }

  /** Those of them that are marked with a number which has a leaf. */
  private List<NumberedRecord> marked(List<RecordId> records) {
    List<Option<Long>> numbers = events.numbersOf(records);
    List<NumberedRecord> marked = new ArrayList<>();
    for (int at = 0; at < records.size(); at++) {
      RecordId record = records.get(at);
      numbers
          .get(at)
          .filter(number -> number >= NumberedRecord.FIRST && number <= size)
          .forEach(number -> marked.add(new NumberedRecord(number, record)));
    }
    return marked;
  }

  private Map<Long, TreeLeaf> leaves(List<NumberedRecord> marked) {
    Map<Long, TreeLeaf> leaves = new HashMap<>();
    events
        .evidence()
        .leaves(marked.stream().map(NumberedRecord::number).distinct().toList())
        .forEach(leaf -> leaves.put(leaf.number(), leaf));
    return leaves;
  }

  private void account(NumberedRecord marked, LeafContent content, Map<Long, TreeLeaf> leaves) {
    Option.of(leaves.get(marked.number()))
        .forEach(
            leaf -> {
              accounted.set(Math.toIntExact(marked.number()));
              content.differences(leaf).forEach(each -> report(marked.number(), each));
            });
  }

  private void report(long number, LeafDifference difference) {
    if (difference instanceof LeafDifference.Changed) {
      findings.add(
          new Finding(
              RECORD_CHANGED,
              difference.id(),
              "is not what leaf " + number + " of the tree of evidence says that it was"));
    } else if (complete || (leavesReceipts && wouldLeaveOne(difference))) {
      findings.add(
          new Finding(
              RECORD_REMOVED,
              difference.id(),
              "is not there, and has leaf " + number + " of the tree of evidence"));
    }
  }

  private static boolean wouldLeaveOne(LeafDifference difference) {
    return difference instanceof LeafDifference.Removed removed && removed.leavesReceipt();
  }

  /**
   * What is off, after the last record.
   *
   * @param kept a head that was kept elsewhere, if there is one
   */
  List<Finding> findings(Leaves leaves, Option<TreeHead> kept) {
    comparePage();
    leaves.walk(events.evidence(), kept, this::compareNumbers);
    findings.addAll(leaves.findings());
    return findings;
  }

  /** The leaves of a page against the documents of their numbers. */
  private void compareNumbers(List<TreeLeaf> leaves) {
    Map<Long, NumberedRecord> named = new HashMap<>();
    for (NumberedRecord each : events.numbered(leaves.get(0).number() - 1)) {
      named.put(each.number(), each);
    }
    List<NumberedRecord> odd = new ArrayList<>();
    List<NumberedRecord> inOrder =
        leaves.stream()
            .flatMap(leaf -> Option.of(named.get(leaf.number())).toJavaStream())
            // the books of the numbers tell of one that cannot be read
            .filter(each -> each.record().isRight())
            .toList();
    List<Option<Long>> marks = events.numbersOf(NumberedRecord.records(inOrder));
    for (int at = 0; at < inOrder.size(); at++) {
      NumberedRecord each = inOrder.get(at);
      if (!isAccounted(each.number()) || !marks.get(at).contains(each.number())) {
        odd.add(each);
      }
    }
    LeafReader.Page page = reader.page(odd);
    Map<Long, LeafContent> contents = new HashMap<>();
    odd.forEach(each -> contents.put(each.number(), page.content(each)));
    for (TreeLeaf leaf : leaves) {
      Option.of(contents.get(leaf.number())).forEach(content -> compare(leaf, content));
      if (!named.containsKey(leaf.number()) && !isAccounted(leaf.number())) {
        compare(leaf, LeafContent.ofNothing(leaf.number()));
      }
    }
  }

  private boolean isAccounted(long number) {
    return accounted.get(Math.toIntExact(number));
  }

  private void compare(TreeLeaf leaf, LeafContent content) {
    List<LeafDifference> differences = content.differences(leaf);
    if (!differences.isEmpty() && isAccounted(leaf.number())) {
      findings.add(
          new Finding(
              NUMBER_DIFFERS,
              differences.get(0).id(),
              "has the number " + leaf.number() + ", which is another's"));
    } else {
      differences.forEach(each -> report(leaf.number(), each));
    }
  }
}
