package io.twophase.app.audit;

import io.twophase.app.evidence.LeafContent;
import io.twophase.app.evidence.LeafDifference;
import io.twophase.app.evidence.LeafReader;
import io.twophase.domain.event.NumberedRecord;
import io.twophase.domain.event.RecordId;
import io.twophase.domain.evidence.TreeHead;
import io.twophase.domain.evidence.TreeLeaf;
import io.twophase.domain.id.BatchId;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.transaction.Transaction;
import io.twophase.ports.EventRepository;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Compares the decided records with the leaves of the tree of evidence, and the leaves with each
 * other. First each record that is there is looked up by the number that it is marked with; then
 * each leaf that no record has accounted for is looked up by the number's own document.
 */
final class TreeBooks {

  private static final int PAGE = 1_000;
  private static final int BATCHES = 20;

  private final EventRepository events;
  private final LeafReader reader;
  private final boolean complete;
  private final boolean leavesReceipts;
  private final long size;
  private final BitSet accounted = new BitSet();
  private final List<Transaction> lone = new ArrayList<>();
  private final List<RecordId> ofBatches = new ArrayList<>();
  private final Set<BatchId> batches = new HashSet<>();
  private final List<Finding> findings = new ArrayList<>();

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

  /** One record of all. */
  void add(TransactionLookup lookup) {
    if (lookup instanceof TransactionLookup.Found found) {
      if (found.batch().isDefined()) {
        addBatch(found.batch().get());
      } else if (found.record().state().isDecided()) {
        lone.add(found.record());
        if (lone.size() == PAGE) {
          compareLone();
        }
      }
    }
  }

  private void addBatch(BatchId id) {
    if (batches.add(id)) {
      ofBatches.add(new RecordId.OfBatch(id));
      if (ofBatches.size() == BATCHES) {
        compareBatches();
      }
    }
  }

  private void compareLone() {
    List<RecordId> ids = new ArrayList<>();
    lone.forEach(record -> ids.add(new RecordId.OfTransaction(record.id())));
    List<NumberedRecord> marked = marked(ids);
    Map<String, Transaction> records = new HashMap<>();
    lone.forEach(record -> records.put(record.id().value(), record));
    Map<Long, TreeLeaf> leaves = leaves(marked);
    for (NumberedRecord each : marked) {
      Transaction record = records.get(each.record().value());
      if (record != null) {
        account(each, LeafReader.of(each.number(), record), leaves);
      }
    }
    lone.clear();
  }

  private void compareBatches() {
    List<NumberedRecord> marked = marked(ofBatches);
    LeafReader.Page page = reader.page(marked);
    Map<Long, TreeLeaf> leaves = leaves(marked);
    marked.forEach(each -> account(each, page.content(each), leaves));
    ofBatches.clear();
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
              Finding.Kind.RECORD_CHANGED,
              difference.id(),
              "is not what leaf " + number + " of the tree of evidence says that it was"));
    } else if (complete || (leavesReceipts && wouldLeaveOne(difference))) {
      findings.add(
          new Finding(
              Finding.Kind.RECORD_REMOVED,
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
    compareLone();
    compareBatches();
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
            .filter(each -> !(each.record() instanceof RecordId.Unreadable))
            .toList();
    List<Option<Long>> marks =
        events.numbersOf(inOrder.stream().map(NumberedRecord::record).toList());
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
              Finding.Kind.NUMBER_DIFFERS,
              differences.get(0).id(),
              "has the number " + leaf.number() + ", which is another's"));
    } else {
      differences.forEach(each -> report(leaf.number(), each));
    }
  }
}
