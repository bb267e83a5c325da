package io.twophase.app.recovery;

import io.twophase.app.recovery.BeforeRemoval.RemovalPage;
import io.twophase.app.recovery.Retention.Tally;
import io.twophase.domain.TransactionId;
import io.twophase.domain.function.StoredAttempt;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.NewRecord.MemberDocument;
import io.twophase.domain.record.Retention;
import io.twophase.domain.record.Retention.Removal;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.transaction.Attempt;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.ports.RecordQuery;
import io.twophase.ports.Records;
import io.twophase.ports.StoreException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongConsumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * One pass over the records that ended long ago, the oldest first. Page by page it removes the
 * transactions, and then the records of several that no member's document names any more: so a
 * reader that finds a member finds its record too.
 */
final class RemovalPass {

  /** So many records of the greatest size fit the memory in which a server sorts. */
  private static final int READ_AT_ONCE = 100;

  private final Records records;
  private final List<BeforeRemoval> steps;
  private final Retention rule;
  private final Tally removed;
  private final List<Ended> page = new ArrayList<>();
  private final List<String> refused = new ArrayList<>();
  private int size;

  /**
   * A pass that is about to begin.
   *
   * @param steps what happens before anything is removed, in their order
   * @param removed counts what is gone, from nothing
   */
  RemovalPass(Records records, List<BeforeRemoval> steps, Retention rule, Tally removed) {
    this.records = records;
    this.steps = steps;
    this.rule = rule;
    this.removed = removed;
  }

  /**
   * A record that has ended.
   *
   * @param readAt by the store's clock
   * @param empty the record, if it is one of several that no member's document names
   * @param due the transactions that may go
   * @param removals of these transactions; or of the record of several that no document names
   */
  private record Ended(
      TransactionRecord record,
      Instant readAt,
      Optional<RecordId> empty,
      List<Lookup> due,
      List<Removal> removals) {}

  /**
   * Removes until some {@link RecordQuery#MAX_LIMIT} are gone or refused by the store, or none is
   * left that may go.
   *
   * @throws StoreException if the store refuses each of several: the fault is then none's own
   */
  void run() {
    RecordQuery.ended(rule.after(), READ_AT_ONCE).pages(records, this::add);
    removePage();
    if (gone() == 0 && refused.size() > 1) {
      throw new StoreException(
          "none of %s records that are due can be removed; the first is %s"
              .formatted(refused.size(), refused.get(0)));
    }
  }

  private boolean add(List<Lookup> shown) {
    shown.forEach(this::stays);
    shown.stream().filter(lookup -> lookup.record().isPresent()).forEach(this::add);
    return gone() + refused.size() < RecordQuery.MAX_LIMIT;
  }

  private long gone() {
    return removed.transactions + removed.batches;
  }

  private void stays(Lookup lookup) {
    lookup.fault().ifPresent(fault -> removed.stays(lookup.id(), fault));
  }

  private void add(Lookup lookup) {
    Ended ended = ended(lookup, lookup.record().orElseThrow());
    int more = Math.max(1, ended.due().size());
    if (size + more > RemovalPage.SIZE) {
      removePage();
    }
    page.add(ended);
    size += more;
  }

  /** A member that cannot be read stays, and so does its record. */
  private Ended ended(Lookup lookup, TransactionRecord record) {
    Instant readAt = record.lastModified().plus(lookup.unmodifiedFor());
    boolean isAlone = record.only().isPresent();
    List<Lookup> naming = isAlone ? List.of() : records.list(RecordQuery.naming(record));
    naming.forEach(this::stays);
    List<MemberDocument> members =
        naming.stream()
            .filter(each -> each.fault().isEmpty())
            .flatMap(each -> each.member().stream())
            .toList();
    List<Removal> removals = rule.of(record, members, readAt);
    return new Ended(
        record,
        readAt,
        Optional.of(record.id()).filter(id -> !isAlone && naming.isEmpty()),
        isAlone
            ? removals.stream().map(alone -> lookup).toList()
            : removals.stream()
                .flatMap(removal -> removal.going().toJavaStream())
                .map(member -> Lookup.found(member, Optional.of(record), lookup.unmodifiedFor()))
                .toList(),
        removals);
  }

  private void removePage() {
    RemovalPage going =
        taken(
            new RemovalPage(
                page.stream().flatMap(each -> each.due().stream()).toList(),
                page.stream().flatMap(each -> each.empty().stream()).toList()));
    Set<TransactionId> ids = going.ids();
    remove(
        page.stream()
            .filter(each -> !each.due().isEmpty())
            .flatMap(each -> each.removals().stream())
            .filter(removal -> ids.contains(new TransactionId(removal.id())))
            .toList(),
        gone -> removed.transactions += gone);
    remove(
        page.stream().flatMap(each -> unnamed(each, going, ids).stream()).toList(),
        gone -> removed.batches += gone);
    page.clear();
    size = 0;
  }

  /** The transactions of the page that can be removed now: all that must outlive them is kept. */
  private RemovalPage taken(RemovalPage page) {
    if (page.isEmpty()) {
      return page;
    }
    Set<TransactionId> heldBack = new HashSet<>();
    steps.forEach(step -> heldBack.addAll(step.heldBack(page)));
    holdBackTooEarly(page, heldBack);
    return page.without(heldBack);
  }

  /**
   * Holds back what must outlive others. A reversal stays as long as what it reverses is there:
   * without the reversal, a caller that asks again for it would get a second one. An attempt of a
   * function that was in conflict stays as long as the next attempt does: without the first ones,
   * the function would run again though it has happened.
   */
  private void holdBackTooEarly(RemovalPage page, Set<TransactionId> heldBack) {
    List<TransactionId> others =
        page.transactions().stream()
            .flatMap(each -> reversedBy(each).or(() -> nextAttempt(each)).stream())
            .distinct()
            .toList();
    if (others.isEmpty()) {
      return;
    }
    Set<TransactionId> there =
        records.findMembers(others).stream()
            .filter(RemovalPass::isThere)
            .map(RemovalPage::id)
            .collect(Collectors.toSet());
    heldBack.addAll(ids(page, each -> reversedBy(each).filter(there::contains).isPresent()));
    there.removeIf(next -> page.ids().contains(next) && !heldBack.contains(next));
    // one that is held back holds back the attempt before it
    boolean isMore = true;
    while (isMore) {
      Set<TransactionId> earlier =
          ids(page, each -> nextAttempt(each).filter(there::contains).isPresent());
      there.addAll(earlier);
      isMore = heldBack.addAll(earlier);
    }
  }

  private static Set<TransactionId> ids(RemovalPage page, Predicate<Lookup> those) {
    return page.transactions().stream()
        .filter(those)
        .map(RemovalPage::id)
        .collect(Collectors.toSet());
  }

  /** A transaction that has left a receipt is not gone on with. */
  private static boolean isThere(Lookup lookup) {
    return Set.of(Lookup.Kind.FOUND, Lookup.Kind.UNREADABLE).contains(lookup.kind());
  }

  private static Optional<TransactionId> reversedBy(Lookup transaction) {
    return transaction.body().flatMap(NewTransaction::reverses);
  }

  /** The id of the attempt that may have come after one that was in conflict. */
  private static Optional<TransactionId> nextAttempt(Lookup transaction) {
    return StoredAttempt.next(transaction).map(Attempt::id);
  }

  /**
   * The removal of a record of several that no document names. If members went, their documents are
   * read again, whatever was answered. If none did, they are not: for a tombstone a store may look
   * at every document.
   */
  private List<Removal> unnamed(Ended ended, RemovalPage going, Set<TransactionId> ids) {
    if (ended.empty().isPresent()) {
      return going.empty().contains(ended.record().id()) ? ended.removals() : List.of();
    }
    boolean areAllSent =
        ended.record().only().isEmpty()
            && !ended.due().isEmpty()
            && ended.due().stream().map(RemovalPage::id).allMatch(ids::contains);
    return areAllSent && records.list(RecordQuery.naming(ended.record())).isEmpty()
        ? rule.of(ended.record(), List.of(), ended.readAt())
        : List.of();
  }

  /**
   * Removes some in one call, or one by one if the store refuses one of them. A removal may be sent
   * again.
   *
   * @param count receives how many are gone by each call
   */
  private void remove(List<Removal> some, LongConsumer count) {
    StoreException.eachOf(
        some,
        these ->
            count.accept(
                records.remove(these).stream()
                    .filter(outcome -> outcome == MatchOutcome.MATCHED)
                    .count()),
        (one, why) -> {
          refused.add(one.id() + ": " + why);
          removed.stays(one.id(), why);
        });
  }
}
