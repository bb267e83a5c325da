package io.twophase.app.statement;

import io.twophase.domain.PeriodName;
import io.twophase.domain.TransactionId;
import io.twophase.domain.account.Period;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Stored;
import io.twophase.domain.hold.Stored.Sight;
import io.twophase.domain.hold.Target;
import io.twophase.domain.operation.DocumentOperation.HoldMode;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.twophase.domain.value.Fields;
import io.twophase.ports.Holds;
import io.twophase.ports.Records;
import io.twophase.ports.Store;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads periods as decided, and what they wait for. */
final class PeriodReads {

  private final Holds holds;
  private final Records records;
  private final DocumentReader reader;

  PeriodReads(Store store, DocumentReader reader) {
    this.holds = store.holds();
    this.records = store.records();
    this.reader = reader;
  }

  /** One of each name, in their order. Of most periods, what is stored is what is decided. */
  List<PeriodLookup> find(List<PeriodName> names) {
    List<Sight> stored = holds.find(names.stream().map(PeriodReads::target).toList());
    List<PeriodLookup> found = new ArrayList<>(names.size());
    for (int at = 0; at < names.size(); at++) {
      found.add(lookup(names.get(at), stored.get(at)));
    }
    return found;
  }

  private static Target target(PeriodName name) {
    return new Target.OfDocument(Period.document(name));
  }

  private PeriodLookup lookup(PeriodName name, Sight seen) {
    return switch (seen.kind()) {
      case FOUND -> lookup(name, seen.stored().orElseThrow());
      case ABSENT -> new PeriodLookup.Absent(name);
      case UNREADABLE -> new PeriodLookup.Unreadable(name, seen.fault().orElseThrow());
    };
  }

  /** Checks change nothing, whatever becomes of them. */
  private PeriodLookup lookup(PeriodName name, Stored stored) {
    boolean isOnlyChecked =
        stored.holds().stream().allMatch(hold -> hold.mode() == HoldMode.SHARED);
    return period(
        name,
        isOnlyChecked
            ? Optional.of(stored.fields())
            : reader.read(Period.document(name)).orElseThrow().get(0).fields());
  }

  private static PeriodLookup period(PeriodName name, Optional<Fields> document) {
    return document
        .map(
            fields ->
                Period.of(name, fields)
                    .<PeriodLookup>fold(
                        fault -> new PeriodLookup.Unreadable(name, fault), PeriodLookup.Found::new))
        .orElseGet(() -> new PeriodLookup.Absent(name));
  }

  /**
   * The transactions that hold the period's document and are not decided yet. One that cannot be
   * found, or not be read, is not known to be decided.
   */
  List<TransactionId> undecided(PeriodName name) {
    List<Hold> held = held(name);
    List<Lookup> deciders = deciders(held);
    Set<TransactionId> holders = new LinkedHashSet<>();
    for (int at = 0; at < held.size(); at++) {
      TransactionId only = held.get(at).transaction();
      holders.addAll(
          deciders.get(at).record().map(TransactionRecord::members).orElse(List.of(only)));
    }
    return holders.isEmpty()
        ? List.of()
        : records.findMembers(List.copyOf(holders)).stream()
            .filter(lookup -> isUndecided(lookup, Period.document(name)))
            .map(lookup -> new TransactionId(lookup.id()))
            .toList();
  }

  private static boolean isUndecided(Lookup lookup, DocumentRef period) {
    return switch (lookup.kind()) {
      case FOUND ->
          lookup
              .transaction()
              .filter(seen -> !seen.state().isDecided())
              .map(Transaction::body)
              .filter(body -> touches(body, period))
              .isPresent();
      case ABSENT, UNREADABLE -> true;
      case REMOVED -> false;
    };
  }

  /** A member of a record that has checked a period need not be one that is posted in it. */
  private static boolean touches(NewTransaction body, DocumentRef period) {
    return body.operations().stream()
        .anyMatch(
            operation ->
                operation.<Boolean>foldTarget(
                    account -> false, document -> document.document().equals(period)));
  }

  /** The authorizations that hold it: they wait for somebody to capture them. */
  List<TransactionId> authorized(PeriodName name) {
    return deciders(held(name)).stream()
        .flatMap(lookup -> lookup.record().stream())
        .filter(record -> record.state() == State.AUTHORIZED)
        .map(record -> record.id().transaction())
        .toList();
  }

  private List<Hold> held(PeriodName name) {
    Sight seen = holds.find(List.of(target(name))).get(0);
    return seen.stored().map(Stored::holds).orElse(List.of());
  }

  private List<Lookup> deciders(List<Hold> held) {
    return held.isEmpty() ? List.of() : records.find(held.stream().map(Hold::record).toList());
  }
}
