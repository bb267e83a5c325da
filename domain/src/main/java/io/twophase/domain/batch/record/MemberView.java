package io.twophase.domain.batch.record;

import io.twophase.domain.id.Epoch;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Timeline;
import io.twophase.domain.transaction.Transaction;
import io.vavr.control.Option;
import java.time.Instant;

/**
 * A transfer that a batch decides, as its readers know transactions: its state is one of theirs,
 * and comes from the batch. It is for people and reports. No transition ever matches it: the
 * transfer has no record of its own.
 */
public final class MemberView {

  private MemberView() {}

  /**
   * The transfer as a transaction.
   *
   * <p>One that was left out, or whose batch is not there, is pending: it goes on. One that its
   * batch refused, or that was canceled in it, is canceled once the batch has ended, and canceling
   * before. The epoch, the application and the owner are the batch's; it has no token.
   *
   * @param batch the record of the batch that its document names, if it is there
   * @param begunAt when its document was inserted, by the store's clock
   */
  public static Transaction of(
      MemberDocument document, Option<BatchRecord> batch, Instant begunAt) {
    return batch
        .map(record -> of(document, record, begunAt))
        .getOrElse(() -> free(document, begunAt));
  }

  private static Transaction of(MemberDocument document, BatchRecord record, Instant begunAt) {
    return record
        .of(document.id())
        .fold(
            () -> view(document, record, State.PENDING, Option.none(), begunAt),
            () -> free(document, begunAt),
            applied ->
                view(
                    document,
                    record,
                    applied.done() ? State.DONE : State.APPLIED,
                    Option.none(),
                    begunAt),
            canceled ->
                view(
                    document,
                    record,
                    record.state().isFinal() ? State.CANCELED : State.CANCELING,
                    Option.some(canceled.reason()),
                    begunAt));
  }

  private static Transaction free(MemberDocument document, Instant begunAt) {
    return new Transaction(
        document.body(),
        State.PENDING,
        Epoch.FIRST,
        Option.none(),
        Option.none(),
        Option.none(),
        Option.none(),
        begunAt,
        begunAt,
        Timeline.NONE);
  }

  /**
   * It was decided when its batch was: what came later, such as the finish, is another step. It
   * ended just when its batch did: retention goes by that.
   */
  private static Timeline timeline(BatchRecord record, State state, Instant changed) {
    if (state == State.PENDING) {
      return Timeline.NONE;
    }
    Timeline decided =
        record
            .decidedAt()
            .map(at -> Timeline.NONE.moved(State.PENDING, State.APPLIED, at))
            .getOrElse(Timeline.NONE);
    return state.isFinal() || record.decidedAt().isEmpty()
        ? decided.moved(State.PENDING, state, record.endedAt().getOrElse(changed))
        : decided;
  }

  private static Transaction view(
      MemberDocument document,
      BatchRecord record,
      State state,
      Option<CancelReason> reason,
      Instant begunAt) {
    Instant changed = record.lastModified().isAfter(begunAt) ? record.lastModified() : begunAt;
    Timeline timeline = timeline(record, state, changed);
    return new Transaction(
        document.body(),
        state,
        record.epoch().equals(Epoch.NONE) ? Epoch.FIRST : record.epoch(),
        record.owner().map(BatchRecord.Owner::application),
        record.owner().flatMap(BatchRecord.Owner::process),
        Option.none(),
        reason,
        begunAt,
        changed,
        timeline);
  }
}
