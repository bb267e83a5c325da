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

/** A write of one document, on its way to the store. */
sealed interface Message {

  /** What it is answered when nobody waits for it any more. */
  default Object none() {
    return MatchOutcome.IN_DOUBT;
  }

  /** A record, or the whole of a transaction alone. */
  record InsertRecord(TransactionRecord record) implements Message {
    @Override
    public Object none() {
      return BeginOutcome.IN_DOUBT;
    }
  }

  /** The document of a member. */
  record InsertMember(MemberDocument document) implements Message {
    @Override
    public Object none() {
      return BeginOutcome.IN_DOUBT;
    }
  }

  /** A change of a record. */
  record Change(Transition transition) implements Message {}

  /** A change of a member's document. */
  record TakeMember(MemberTake take) implements Message {}

  /** A hold. */
  record Place(Placing placing) implements Message {
    @Override
    public Object none() {
      return Answer.inDoubt();
    }
  }

  /** A hold raised. */
  record Stamp(Stamping stamping) implements Message {}

  /** A hold ended. */
  record End(Ending ending) implements Message {}

  /** The messages of a step; none of a read or a stop. */
  static List<Message> of(Step step) {
    List<Message> all = new ArrayList<>();
    if (step instanceof Step.Insert insert) {
      all.add(new InsertRecord(insert.record().stored(Instant.EPOCH)));
      insert.record().documents(Instant.EPOCH).forEach(each -> all.add(new InsertMember(each)));
    } else if (step instanceof Step.Move move) {
      all.add(new Change(move.transition()));
    } else if (step instanceof Step.Take take) {
      take.takes().forEach(each -> all.add(new TakeMember(each)));
    } else if (step instanceof Step.Place place) {
      place.claims().forEach(each -> all.add(new Place(each)));
    } else if (step instanceof Step.Stamp stamp) {
      stamp.holds().forEach(each -> all.add(new Stamp(each)));
    } else if (step instanceof Step.End end) {
      end.holds().forEach(each -> all.add(new End(each)));
    }
    return all;
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
