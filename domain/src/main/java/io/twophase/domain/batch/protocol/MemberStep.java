package io.twophase.domain.batch.protocol;

import io.twophase.domain.batch.record.BatchTransition;
import io.twophase.domain.batch.record.MemberDocument;
import io.twophase.domain.id.BatchId;
import io.twophase.domain.protocol.Step;

/** What a worker of one transfer, which may be a member of a batch, is to do next. */
public sealed interface MemberStep {

  /** What {@code cases} says of this step. */
  <T> T fold(Cases<T> cases);

  /**
   * What is said of each kind of step.
   *
   * @param <T> what is said
   */
  interface Cases<T> {
    /** A step of the transfer as a lone transaction. */
    T lone(Lone step);

    /** Read the transfer's document, whatever it is. */
    T readTransfer(ReadTransfer step);

    /** Read the record of a batch. */
    T readBatch(ReadBatch step);

    /** Insert a tombstone under the id of a batch. */
    T bury(Bury step);

    /** Make a lone transaction of a transfer that is free. */
    T takeAlone(TakeAlone step);

    /** Make a lone and canceled transaction of a transfer that is free. */
    T takeCanceled(TakeCanceled step);

    /** Cancel the transfer in its batch. */
    T exclude(Exclude step);

    /** Nothing more to do. */
    T stop(Stop step);
  }

  /**
   * A step of the transfer as a lone transaction: never {@code Reread}, {@code Await}, {@code
   * Stop}.
   */
  record Lone(Step step) implements MemberStep {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.lone(this);
    }
  }

  /**
   * Read the transfer's document, as a majority has it and no older than what was answered before.
   *
   * @param afterPause whether another is at it, so that there is no hurry
   */
  record ReadTransfer(boolean afterPause) implements MemberStep {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.readTransfer(this);
    }
  }

  /** Read the record of a batch, as a majority has it. */
  record ReadBatch(BatchId batch) implements MemberStep {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.readBatch(this);
    }
  }

  /** Insert a tombstone under the id of a batch: an absent record is not yet a dead one. */
  record Bury(BatchId batch) implements MemberStep {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.bury(this);
    }
  }

  /** Make a lone transaction of a transfer that is free, pending and this worker's own. */
  record TakeAlone(MemberDocument free) implements MemberStep {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.takeAlone(this);
    }
  }

  /** Make a lone and canceled transaction of a transfer that is free. */
  record TakeCanceled(MemberDocument free) implements MemberStep {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.takeCanceled(this);
    }
  }

  /** Cancel the transfer in its batch. */
  record Exclude(BatchTransition.Exclude transition) implements MemberStep {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.exclude(this);
    }
  }

  /** Nothing more to do. */
  record Stop(MemberResult result) implements MemberStep {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.stop(this);
    }
  }
}
