package io.twophase.app.audit;

import static io.twophase.app.audit.Finding.Kind.HOLDS_CONFLICT;
import static io.twophase.app.audit.Finding.Kind.HOLD_DIFFERS;
import static io.twophase.app.audit.Finding.Kind.HOLD_WITHOUT_RECORD;

import io.twophase.domain.document.Home;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.operation.HoldMode;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.ports.Records;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Checks the holds of accounts and documents against the records, and against each other. Holds of
 * other homes count if they keep others out; their records are the business of an audit there.
 */
final class HoldBooks {

  private static final int PAGE = 1_000;

  private final Home home;
  private final RecordBooks records;
  private final List<Finding> findings = new ArrayList<>();
  private final List<Held> strays = new ArrayList<>();

  HoldBooks(Home home, RecordBooks records) {
    this.home = home;
    this.records = records;
  }

  /** All that a target holds. */
  void add(List<Held> held) {
    held.forEach(this::check);
    reportConflicts(held);
  }

  /** The unfinished record of a hold that is as the record asks for it. */
  Option<Asked> asked(Held held) {
    return Option.when(held.hold().home().equals(home), held.hold().record())
        .flatMap(records::unfinished)
        .filter(asked -> difference(asked, held).isEmpty());
  }

  private void check(Held held) {
    if (held.hold().home().equals(home)) {
      records
          .unfinished(held.hold().record())
          .map(asked -> difference(asked, held))
          .onEmpty(() -> strays.add(held))
          .forEach(difference -> findings.addAll(difference.toJavaList()));
    }
  }

  private static Option<Finding> difference(Asked asked, Held held) {
    return asked.asksFor(held)
        ? older(asked.record(), held)
        : Option.some(
            new Finding(HOLD_DIFFERS, held.id(), held.words() + ", which does not ask for it"));
  }

  private static Option<Finding> older(TransactionRecord record, Held held) {
    return Option.when(
        record.epoch().olderThan(held.hold().epoch()),
        () ->
            new Finding(
                HOLD_DIFFERS,
                held.id(),
                held.words()
                    + " at epoch "
                    + held.hold().epoch()
                    + ", its record is at "
                    + record.epoch()));
  }

  /** Ranges never keep each other out, and there may be many of them. */
  private void reportConflicts(List<Held> held) {
    for (int at = 0; at < held.size(); at++) {
      for (int before = 0; before < at; before++) {
        Held one = held.get(before);
        Held other = held.get(at);
        if (isConflict(one.hold(), other.hold())) {
          findings.add(
              new Finding(
                  HOLDS_CONFLICT,
                  one.id(),
                  one.words() + ", beside which there can be no " + other.name()));
        }
      }
    }
  }

  // said here again: the audit shares no code with what it judges
  private static boolean isConflict(Hold one, Hold other) {
    boolean isOfOne = one.home().equals(other.home()) && one.record().equals(other.record());
    return one.mode() == other.mode()
        ? one.mode() == HoldMode.EXCLUSIVE || isOfOne
        : one.mode() == HoldMode.EXCLUSIVE
            || other.mode() == HoldMode.EXCLUSIVE
            || !Collections.disjoint(one.fields(), other.fields());
  }

  /** What is off with the holds. Records that are not among the unfinished are read now. */
  List<Finding> findings(Records stored) {
    Map<RecordId, Lookup> found = new HashMap<>();
    List<RecordId> ids = strays.stream().map(each -> each.hold().record()).distinct().toList();
    for (int from = 0; from < ids.size(); from += PAGE) {
      List<RecordId> page = ids.subList(from, Math.min(from + PAGE, ids.size()));
      List<Lookup> lookups = stored.find(page);
      for (int at = 0; at < page.size(); at++) {
        found.put(page.get(at), lookups.get(at));
      }
    }
    for (Held stray : strays) {
      Option.of(found.get(stray.hold().record()))
          .flatMap(lookup -> finding(stray, lookup))
          .forEach(findings::add);
    }
    return findings;
  }

  /** The record is finished, missing, unreadable, or was begun while the audit read. */
  private static Option<Finding> finding(Held stray, Lookup lookup) {
    return switch (lookup.kind()) {
      case FOUND -> finding(stray, lookup.record().get());
      case ABSENT -> Option.some(withoutRecord(stray));
      case REMOVED -> Option.some(FindingText.ofRemoved(lookup.receipt().get(), stray));
      case UNREADABLE -> lookup.member().map(ofAnother -> withoutRecord(stray));
    };
  }

  private static Option<Finding> finding(Held stray, TransactionRecord record) {
    return record.state().isFinal()
        ? Option.some(FindingText.ofFinished(record, stray))
        : older(record, stray);
  }

  private static Finding withoutRecord(Held stray) {
    return new Finding(HOLD_WITHOUT_RECORD, stray.id(), stray.words() + ", no record");
  }
}
