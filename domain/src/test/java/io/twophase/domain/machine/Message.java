package io.twophase.domain.machine;

import io.twophase.domain.hold.Claim.Answer;
import io.twophase.domain.hold.Claim.Ending;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Claim.Stamping;
import io.twophase.domain.machine.Step.Event;
import io.twophase.domain.record.BeginOutcome;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.NewRecord.MemberDocument;
import io.twophase.domain.record.NewRecord.MemberTake;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.record.Transition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes of one document each, on their way to the store. A write is what its step asks for: a
 * {@link TransactionRecord} or a {@link MemberDocument} that is inserted, a {@link Transition}, a
 * {@link MemberTake}, a {@link Placing}, a {@link Stamping} or an {@link Ending}.
 */
final class Message {

  private Message() {}

  /** The writes of a step; none of a read or a stop. */
  static List<Object> of(Step step) {
    List<Object> all = new ArrayList<>();
    if (step instanceof Step.Insert insert) {
      all.add(insert.record().stored(Instant.EPOCH));
      all.addAll(insert.record().documents(Instant.EPOCH));
    } else if (step instanceof Step.Move move) {
      all.add(move.transition());
    } else if (step instanceof Step.Take take) {
      all.addAll(take.takes());
    } else if (step instanceof Step.Place place) {
      all.addAll(place.claims());
    } else if (step instanceof Step.Stamp stamp) {
      all.addAll(stamp.holds());
    } else if (step instanceof Step.End end) {
      all.addAll(end.holds());
    }
    return all;
  }

  static boolean isInsert(Object message) {
    return message instanceof TransactionRecord || message instanceof MemberDocument;
  }

  /** The answer to a write for which nobody waits any more. */
  static Object none(Object message) {
    return message instanceof Placing
        ? Answer.IN_DOUBT
        : isInsert(message) ? BeginOutcome.IN_DOUBT : MatchOutcome.IN_DOUBT;
  }

  /** The event of answers to all of them. */
  static Event event(Step step, List<Object> answers) {
    if (step instanceof Step.Insert) {
      return new Event.Inserted(answers.stream().map(BeginOutcome.class::cast).toList());
    }
    return step instanceof Step.Place
        ? new Event.Placed(answers.stream().map(Answer.class::cast).toList())
        : new Event.Matched(answers.stream().map(MatchOutcome.class::cast).toList());
  }
}
