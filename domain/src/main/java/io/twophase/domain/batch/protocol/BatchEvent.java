package io.twophase.domain.batch.protocol;

import io.twophase.domain.batch.record.BatchRecord;
import io.twophase.domain.batch.record.TransferLookup;
import io.twophase.domain.outcome.BeginOutcome;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.outcome.RangeReply;
import io.vavr.control.Option;
import java.util.List;

/** What a step of a batch came to. */
public sealed interface BatchEvent {

  /** What {@code cases} says of this event. */
  <T> T fold(Cases<T> cases);

  /**
   * What is said of each kind of event.
   *
   * @param <T> what is said
   */
  interface Cases<T> {
    /** Of the inserts of begin. */
    T begun(Begun event);

    /** Of reading transfers whose ids were taken. */
    T takenSeen(TakenSeen event);

    /** Of taking transfers. */
    T took(Took event);

    /** Of reading the record. */
    T recordSeen(RecordSeen event);

    /** Of reading the members' documents. */
    T membersSeen(MembersSeen event);

    /** Of what accounts were asked. */
    T replied(Replied event);

    /** Of a transition. */
    T moved(Moved event);

    /** Of the insert of a tombstone. */
    T buried(Buried event);

    /** The bound on tries or on waiting is reached, or the store cannot be reached. */
    T gaveUp(GaveUp event);
  }

  /** Of the inserts of begin: of the record, and of each member in their order. */
  record Begun(BeginOutcome record, List<BeginOutcome> members) implements BatchEvent {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.begun(this);
    }
  }

  /**
   * A transfer whose id was taken.
   *
   * @param lookup its document
   * @param batch the record of the batch that it names, if it names one and there is one
   */
  record Taken(TransferLookup lookup, Option<BatchRecord> batch) {}

  /** Of reading transfers whose ids were taken, in the order asked. */
  record TakenSeen(List<Taken> seen) implements BatchEvent {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.takenSeen(this);
    }
  }

  /** Of taking transfers, in the order asked. */
  record Took(List<MatchOutcome> outcomes) implements BatchEvent {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.took(this);
    }
  }

  /**
   * Of reading the record.
   *
   * @param record if it is there
   * @param stuck whether its owner counts as dead; a wrong guess costs time, never money
   */
  record RecordSeen(Option<BatchRecord> record, boolean stuck) implements BatchEvent {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.recordSeen(this);
    }
  }

  /** Of reading the members' documents, in the order asked. */
  record MembersSeen(List<TransferLookup> documents) implements BatchEvent {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.membersSeen(this);
    }
  }

  /** Of what accounts were asked, in the order asked. */
  record Replied(List<RangeReply> replies) implements BatchEvent {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.replied(this);
    }
  }

  /** Of a transition. */
  record Moved(MatchOutcome outcome) implements BatchEvent {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.moved(this);
    }
  }

  /** Of the insert of a tombstone. */
  record Buried(BeginOutcome outcome) implements BatchEvent {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.buried(this);
    }
  }

  /** The bound on tries or on waiting is reached, or the store cannot be reached. */
  record GaveUp() implements BatchEvent {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.gaveUp(this);
    }
  }
}
