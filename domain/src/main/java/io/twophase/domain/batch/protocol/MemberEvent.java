package io.twophase.domain.batch.protocol;

import io.twophase.domain.batch.record.BatchRecord;
import io.twophase.domain.batch.record.TransferLookup;
import io.twophase.domain.outcome.BeginOutcome;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.protocol.Event;
import io.vavr.control.Option;

/** What a step of one transfer came to. */
public sealed interface MemberEvent {

  /** What {@code cases} says of this event. */
  <T> T fold(Cases<T> cases);

  /**
   * What is said of each kind of event.
   *
   * @param <T> what is said
   */
  interface Cases<T> {
    /** Of a step of the lone transaction. */
    T lone(Lone event);

    /** Of reading the transfer's document. */
    T transferSeen(TransferSeen event);

    /** Of reading the record of the batch. */
    T batchSeen(BatchSeen event);

    /** Of the insert of a tombstone. */
    T buried(Buried event);

    /** Of taking the transfer, or of excluding it. */
    T matched(Matched event);

    /** The bound on tries or on waiting is reached, or the store cannot be reached. */
    T gaveUp(GaveUp event);
  }

  /** Of a step of the lone transaction. */
  record Lone(Event event) implements MemberEvent {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.lone(this);
    }
  }

  /**
   * Of reading the transfer's document.
   *
   * @param stuck whether the owner of a lone one counts as dead
   */
  record TransferSeen(TransferLookup lookup, boolean stuck) implements MemberEvent {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.transferSeen(this);
    }
  }

  /** Of reading the record of the batch, if it is there. */
  record BatchSeen(Option<BatchRecord> record) implements MemberEvent {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.batchSeen(this);
    }
  }

  /** Of the insert of a tombstone. */
  record Buried(BeginOutcome outcome) implements MemberEvent {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.buried(this);
    }
  }

  /** Of taking the transfer, or of excluding it. */
  record Matched(MatchOutcome outcome) implements MemberEvent {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.matched(this);
    }
  }

  /** The bound on tries or on waiting is reached, or the store cannot be reached. */
  record GaveUp() implements MemberEvent {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.gaveUp(this);
    }
  }
}
