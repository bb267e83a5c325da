package io.twophase.app.retention;

import io.twophase.domain.batch.record.BatchLookup;
import io.twophase.domain.batch.record.BatchRecord;
import io.twophase.domain.batch.record.BatchRetention;
import io.twophase.domain.batch.record.MemberDocument;
import io.twophase.domain.batch.record.TransferLookup;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.transaction.Receipt;
import io.twophase.ports.BatchRepository;
import io.twophase.ports.EndedQuery;
import io.twophase.ports.MemberReceipt;
import io.twophase.ports.TransactionRepository;
import io.vavr.control.Option;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Removes batches that ended long ago, the oldest first: the transfers that name one first, and its
 * record when none is left, so that whoever still finds a transfer finds its batch too.
 */
final class BatchRemoval {

  /** Records of full batches of this number fit the memory in which a server sorts. */
  private static final int READ_AT_ONCE = 100;

  private final BatchRepository batches;
  private final TransactionRepository transactions;
  private final Steps steps;

  BatchRemoval(BatchRepository batches, TransactionRepository transactions, Steps steps) {
    this.batches = batches;
    this.transactions = transactions;
    this.steps = steps;
  }

  /**
   * A batch that has ended, and what may go of it.
   *
   * @param readAt by the store's clock
   */
  private record Ended(
      BatchRecord record,
      Instant readAt,
      List<TransferLookup> naming,
      List<MemberDocument> members) {}

  private static List<MemberDocument> documents(List<TransferLookup> naming) {
    return naming.stream().flatMap(each -> each.member().toJavaStream()).toList();
  }

  /**
   * One pass over at most {@link TransactionRepository#MAX_LATEST} batches.
   *
   * @param leavesReceipts whether each transfer leaves a receipt in its place
   * @param report receives each result as it comes, so that a later fault does not lose it
   */
  void pass(Duration after, boolean leavesReceipts, Consumer<Retention.Removed> report) {
    BatchRetention rule = new BatchRetention(after);
    EndedQuery query = new EndedQuery(after, READ_AT_ONCE);
    boolean isLast = false;
    for (int seen = 0; !isLast && seen < TransactionRepository.MAX_LATEST; seen += READ_AT_ONCE) {
      List<BatchLookup> shown = batches.ended(query);
      isLast = shown.size() < READ_AT_ONCE;
      List<BatchLookup.Found> found = new ArrayList<>();
      // what cannot be read has no date to go on from
      int unreadable = query.skip();
      for (BatchLookup lookup : shown) {
        if (lookup instanceof BatchLookup.Found one) {
          found.add(one);
          unreadable = 0;
        } else {
          unreadable++;
          if (lookup instanceof BatchLookup.Unreadable bad) {
            report.accept(staying(bad.id(), bad.fault()));
          }
        }
      }
      // a store may sort by what it keeps more finely than it tells
      found.sort(
          Comparator.comparing((BatchLookup.Found one) -> one.record().lastModified())
              .thenComparing(one -> one.record().id()));
      pass(rule, found, leavesReceipts, report);
      query =
          (found.isEmpty() ? query : query.after(found.get(found.size() - 1).record()))
              .withSkip(unreadable);
    }
  }

  private static Retention.Removed staying(String id, String fault) {
    return Retention.Removed.staying(List.of(new TransactionLookup.Unreadable(id, fault)));
  }

  private void pass(
      BatchRetention rule,
      List<BatchLookup.Found> all,
      boolean leavesReceipts,
      Consumer<Retention.Removed> report) {
    List<Ended> page = new ArrayList<>();
    int size = 0;
    for (BatchLookup.Found found : all) {
      Ended ended = ended(rule, found, report);
      if (size + ended.members().size() > RemovalPage.SIZE) {
        remove(rule, page, leavesReceipts, report);
        page.clear();
        size = 0;
      }
      page.add(ended);
      size += ended.members().size();
    }
    remove(rule, page, leavesReceipts, report);
  }

  /** A transfer that cannot be read stays, and so does the record of its batch. */
  private Ended ended(
      BatchRetention rule, BatchLookup.Found found, Consumer<Retention.Removed> report) {
    BatchRecord record = found.record();
    Instant now = record.lastModified().plus(found.unmodifiedFor());
    List<TransferLookup> naming = batches.naming(record);
    for (TransferLookup each : naming) {
      if (each instanceof TransferLookup.Unreadable bad) {
        report.accept(staying(bad.id(), bad.fault()));
      }
    }
    return new Ended(record, now, naming, rule.of(record, documents(naming), now).members());
  }

  private void remove(
      BatchRetention rule,
      List<Ended> page,
      boolean leavesReceipts,
      Consumer<Retention.Removed> report) {
    List<MemberDocument> members =
        page.stream().flatMap(ended -> ended.members().stream()).toList();
    if (!members.isEmpty()) {
      report.accept(removeMembers(page, members, leavesReceipts));
    }
    for (Ended ended : page) {
      if (isRemoved(rule, ended)) {
        report.accept(new Retention.Removed(0, 1));
      }
    }
  }

  private Retention.Removed removeMembers(
      List<Ended> page, List<MemberDocument> members, boolean leavesReceipts) {
    List<TransactionLookup.Found> shown = new ArrayList<>();
    List<TransactionLookup> lookups =
        transactions.find(members.stream().map(MemberDocument::id).toList());
    for (int at = 0; at < members.size(); at++) {
      // another pass may be faster, and an id may then be another's
      if (lookups.get(at) instanceof TransactionLookup.Found found
          && found.batch().contains(members.get(at).batch())) {
        shown.add(found);
      }
    }
    RemovalPage taken =
        steps.taken(
            new RemovalPage(
                shown,
                page.stream()
                    .filter(ended -> !ended.members().isEmpty())
                    .map(Ended::record)
                    .toList()));
    Set<TransactionId> ids = taken.ids();
    return Removals.of(
        members.stream().filter(member -> ids.contains(member.id())).toList(),
        member -> member.id().value(),
        some ->
            leavesReceipts
                ? batches.replaceMembers(receipts(some, taken))
                : batches.removeMembers(some));
  }

  private static List<MemberReceipt> receipts(List<MemberDocument> members, RemovalPage taken) {
    Map<TransactionId, Receipt> receipts = new HashMap<>();
    taken
        .transactions()
        .forEach(
            found ->
                Receipt.of(found.record()).forEach(one -> receipts.put(found.record().id(), one)));
    return members.stream()
        .flatMap(
            member ->
                Option.of(receipts.get(member.id()))
                    .toJavaStream()
                    .map(receipt -> new MemberReceipt(member, receipt)))
        .toList();
  }

  /**
   * Where members went, who names it is read again whatever was answered: what counts is what is
   * there. Where none did it is not, for of a tombstone that would be all documents once more.
   */
  private boolean isRemoved(BatchRetention rule, Ended ended) {
    BatchRecord record = ended.record();
    List<TransferLookup> naming =
        ended.members().isEmpty() ? ended.naming() : batches.naming(record);
    return naming.stream().allMatch(each -> each.member().isDefined())
        && rule.of(record, documents(naming), ended.readAt()).record().isDefined()
        && batches.remove(record.id()) == MatchOutcome.MATCHED;
  }
}
