package io.twophase.domain.record;

import io.twophase.domain.Epoch;
import io.twophase.domain.Owner;
import io.twophase.domain.authorization.AuthorizationProgress;
import io.twophase.domain.record.NewRecord.MemberDocument;
import io.twophase.domain.record.Verdict.Fate;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.State.Timeline;
import io.twophase.domain.transaction.Transaction;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A member of a record of several, as its readers know transactions: its state is one of theirs and
 * is read from the record. It is for people, reports and reversals; its epoch, application and
 * process are the record's, and it has no token.
 */
final class MemberView {

  private MemberView() {}

  static Transaction of(MemberDocument document, TransactionRecord record) {
    Optional<Fate> fate = record.fate(document.id());
    if (fate.equals(Optional.of(Fate.LEFT))) {
      return free(document);
    }
    State state = fate.map(one -> state(one, record.state().isFinal())).orElse(State.PENDING);
    Instant begunAt = document.createdAt();
    Instant changed = record.lastModified().isAfter(begunAt) ? record.lastModified() : begunAt;
    return new Transaction(
        document.body(),
        state,
        record.epoch(),
        record.owner().map(Owner::application),
        record.process(),
        Optional.empty(),
        fate.<CancelReason>flatMap(Fate::reason),
        begunAt,
        changed,
        timeline(record, state, changed),
        new AuthorizationProgress(List.of(), fate.orElse(Fate.APPLIED).captured(document.body())));
  }

  private static State state(Fate fate, boolean ended) {
    return fate.isApplied()
        ? ended ? State.DONE : State.APPLIED
        : ended ? State.CANCELED : State.CANCELING;
  }

  /** A member that no record decides: it goes on. */
  static Transaction free(MemberDocument document) {
    return new Transaction(
        document.body(),
        State.PENDING,
        Epoch.FIRST,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        document.createdAt(),
        document.createdAt(),
        Timeline.NONE,
        AuthorizationProgress.NONE);
  }

  /**
   * A member was decided when its record was: a finish is another step. It ended just when its
   * record did: retention goes by that.
   */
  private static Timeline timeline(TransactionRecord record, State state, Instant changed) {
    if (state == State.PENDING) {
      return Timeline.NONE;
    }
    Optional<Instant> decidedAt = record.timeline().decidedAt();
    Timeline decided =
        decidedAt
            .map(at -> Timeline.NONE.moved(State.PENDING, State.APPLIED, at))
            .orElse(Timeline.NONE);
    return state.isFinal() || decidedAt.isEmpty()
        ? decided.moved(State.PENDING, state, record.endedAt().orElse(changed))
        : decided;
  }
}
