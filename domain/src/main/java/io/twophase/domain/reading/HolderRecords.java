package io.twophase.domain.reading;

import io.twophase.domain.id.TransactionId;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.transaction.Transaction;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The records of the transactions that hold documents, as they were read after the documents. */
final class HolderRecords {

  /** Of documents that nothing holds. */
  static final HolderRecords NONE = new HolderRecords(List.of(), List.of());

  private final List<TransactionId> ids;
  private final List<TransactionLookup> lookups;
  private final Map<TransactionId, Holder> holders = new HashMap<>();

  /**
   * Those that were read.
   *
   * @param ids no id twice
   * @param lookups one for each, in their order
   * @throws IllegalArgumentException if there is not one lookup for each id: a fault of whoever
   *     read them
   */
  HolderRecords(List<TransactionId> ids, List<TransactionLookup> lookups) {
    if (ids.size() != lookups.size()) {
      throw new IllegalArgumentException(lookups.size() + " lookups of " + ids.size());
    }
    this.ids = List.copyOf(ids);
    this.lookups = List.copyOf(lookups);
    for (int at = 0; at < ids.size(); at++) {
      TransactionId id = ids.get(at);
      record(lookups.get(at)).forEach(record -> holders.put(id, Holder.of(record)));
    }
  }

  /** The transaction of that id, if there is a record of it. */
  Option<Holder> of(TransactionId id) {
    return Option.of(holders.get(id));
  }

  private static Option<Transaction> record(TransactionLookup lookup) {
    return lookup.fold(
        found -> Option.some(found.record()),
        absent -> Option.none(),
        unreadable -> Option.none(),
        removed -> Option.none());
  }

  /** Why there is no answer: a record of a transaction that holds one of the documents. */
  Option<ReadAnswer> obstacle(Look look) {
    for (int at = 0; at < ids.size(); at++) {
      TransactionId id = ids.get(at);
      Option<ReadAnswer> fault =
          lookups
              .get(at)
              .fold(
                  found -> Option.none(),
                  absent -> Option.none(),
                  unreadable ->
                      Option.some(
                          new ReadAnswer.Unreadable(
                              look.heldBy(id),
                              "held by transaction "
                                  + id
                                  + ", whose record cannot be read: "
                                  + unreadable.fault())),
                  removed -> Option.none());
      if (fault.isDefined()) {
        return fault;
      }
    }
    return Option.none();
  }

  /** Those that may yet be decided; one that is not there among them. */
  List<TransactionId> undecided() {
    List<TransactionId> undecided = new ArrayList<>();
    for (TransactionId id : ids) {
      if (of(id).forAll(holder -> !holder.record().state().isDecided())) {
        undecided.add(id);
      }
    }
    return undecided;
  }

  /** Whether each was there. */
  boolean allThere() {
    return ids.stream().allMatch(id -> of(id).isDefined());
  }

  /** Whether, of the lookups of transactions that were undecided, none shows that one happens. */
  static boolean noneHappens(List<TransactionLookup> again) {
    return again.stream().allMatch(HolderRecords::isUndecidedStill);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof HolderRecords that
        && ids.equals(that.ids)
        && lookups.equals(that.lookups);
  }

  @Override
  public int hashCode() {
    return Objects.hash(ids, lookups);
  }

  private static boolean isUndecidedStill(TransactionLookup lookup) {
    return lookup.fold(
        found -> !AsDecided.happens(found.record()),
        absent -> true,
        unreadable -> false,
        removed -> true);
  }
}
