package io.twophase.app.audit;

import static io.twophase.app.audit.Finding.Kind.HOLD_DIFFERS;
import static io.twophase.app.audit.Finding.Kind.HOLD_OF_FINISHED;
import static io.twophase.app.audit.Finding.Kind.HOLD_WITHOUT_RECORD;
import static io.twophase.app.audit.Finding.Kind.SETTLE_MISSED;

import io.twophase.app.audit.Check.Findings;
import io.twophase.app.audit.Check.Held;
import io.twophase.app.audit.RecordBooks.Asked;
import io.twophase.domain.Epoch;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Hold.Home;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.operation.DocumentOperation.HoldMode;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.transaction.Receipt;
import io.twophase.domain.transaction.State;
import io.twophase.ports.Records;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Checks the holds of accounts and documents against the records. Those of other homes are the
 * business of an audit there.
 *
 * @param strays the holds whose records are not among the unfinished: none at first
 */
record HoldBooks(
    Home home,
    Records stored,
    RecordBooks records,
    Findings findings,
    Map<RecordId, List<Held>> strays)
    implements Check {

  /** The unfinished record of a hold that is as the record asks for it. */
  Optional<Asked> asked(Held held) {
    return Optional.of(held.hold())
        .filter(hold -> hold.home().equals(home))
        .flatMap(hold -> records.unfinished(hold.record()))
        .filter(asked -> difference(asked, held).isEmpty());
  }

  @Override
  public void see(List<Held> held) {
    for (Held each : held) {
      RecordId record = each.hold().record();
      if (each.hold().home().equals(home)) {
        records
            .unfinished(record)
            .ifPresentOrElse(
                asked ->
                    difference(asked, each)
                        .ifPresent(what -> findings.add(HOLD_DIFFERS, each, what)),
                () -> strays.computeIfAbsent(record, id -> new ArrayList<>()).add(each));
      }
    }
  }

  private static Optional<String> difference(Asked asked, Held held) {
    return asked.asksFor(held)
        ? older(asked.record(), held)
        : Optional.of(", which does not ask for it");
  }

  private static Optional<String> older(TransactionRecord record, Held held) {
    return record.epoch().olderThan(held.hold().epoch())
        ? Optional.of(" at epoch " + held.hold().epoch() + ", its record is at " + record.epoch())
        : Optional.empty();
  }

  /** Records that are not among the unfinished are read now. */
  @Override
  public void end() {
    Check.byPages(
        List.copyOf(strays.keySet()),
        stored::find,
        (id, lookup) -> strays.getOrDefault(id, List.of()).forEach(each -> check(each, lookup)));
  }

  /** The record is finished, missing, unreadable, or was begun while the audit read. */
  private void check(Held stray, Lookup lookup) {
    switch (lookup.kind()) {
      case FOUND -> check(stray, lookup.record().orElseThrow());
      case ABSENT -> reportWithoutRecord(stray);
      case REMOVED -> {
        Receipt receipt = lookup.receipt().orElseThrow();
        reportEnded(stray, receipt.isApplied(), receipt.epoch(), " and removed");
      }
      case UNREADABLE -> lookup.member().ifPresent(ofAnother -> reportWithoutRecord(stray));
    }
  }

  private void reportWithoutRecord(Held stray) {
    findings.add(HOLD_WITHOUT_RECORD, stray, ", no record");
  }

  private void check(Held stray, TransactionRecord record) {
    if (!record.state().isFinal()) {
      older(record, stray).ifPresent(what -> findings.add(HOLD_DIFFERS, stray, what));
    } else {
      reportEnded(stray, record.state() == State.DONE, record.epoch(), "");
    }
  }

  /**
   * The record has ended.
   *
   * @param epoch at which it was decided
   * @param since in words, what has become of it since
   */
  private void reportEnded(Held stray, boolean isDone, Epoch epoch, String since) {
    // said here again: the audit shares no code with what it judges
    if (isDone && epoch.equals(stray.hold().epoch())) {
      findings.add(
          SETTLE_MISSED, stray, ", which is done" + since + ", and has not been settled here");
    } else {
      findings.add(HOLD_OF_FINISHED, stray, ", which is " + (isDone ? "done" : "canceled") + since);
    }
  }

  /**
   * Checks the holds of one target against each other; those of other homes keep others out, too.
   */
  record HoldConflicts(Findings findings) implements Check {

    /** Ranges never keep each other out, and there may be many of them. */
    @Override
    public void see(List<Held> held) {
      for (int at = 0; at < held.size(); at++) {
        for (Held one : held.subList(0, at)) {
          if (isConflict(one.hold(), held.get(at).hold())) {
            findings.add(
                Finding.Kind.HOLDS_CONFLICT,
                one,
                ", beside which there can be no " + held.get(at).name());
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
  }
}
