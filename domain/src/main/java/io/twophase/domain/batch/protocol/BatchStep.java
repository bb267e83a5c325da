package io.twophase.domain.batch.protocol;

import io.twophase.domain.batch.record.BatchTransition;
import io.twophase.domain.batch.record.MemberDocument;
import io.twophase.domain.batch.record.NewBatch;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.range.RangeRequest;
import java.util.List;

/** What a worker of a batch is to do next. */
public sealed interface BatchStep {

  /** What {@code cases} says of this step. */
  <T> T fold(Cases<T> cases);

  /**
   * What is said of each kind of step.
   *
   * @param <T> what is said
   */
  interface Cases<T> {
    /** Insert the record and its members, each where its id is free. */
    T begin(Begin step);

    /** Read transfers whose ids were taken, and the batches that they name. */
    T readTaken(ReadTaken step);

    /** Take transfers that are free (rule 20). */
    T take(Take step);

    /** Read the record. */
    T readRecord(ReadRecord step);

    /** Another is at it, or what was read is too old: pause, then read the record. */
    T await(Await step);

    /** Read the documents of the record's members. */
    T readMembers(ReadMembers step);

    /** Ask accounts, each something of its own. */
    T onAccounts(OnAccounts step);

    /** Change the record by a compare-and-set. */
    T move(Move step);

    /** Insert a tombstone under the batch's id. */
    T bury(Bury step);

    /** Nothing more to do. */
    T stop(Stop step);
  }

  /** Insert the record and its members, each where its id is free. */
  record Begin(NewBatch batch) implements BatchStep {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.begin(this);
    }
  }

  /**
   * Read transfers whose ids were taken, and the batches that they name, as a majority has them.
   */
  record ReadTaken(List<TransactionId> ids) implements BatchStep {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.readTaken(this);
    }
  }

  /** Take transfers that are free: each names this batch then, if it is as it was read. */
  record Take(List<MemberDocument> free) implements BatchStep {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.take(this);
    }
  }

  /** Read the record, as a majority has it. */
  record ReadRecord() implements BatchStep {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.readRecord(this);
    }
  }

  /** Another is at it, or what was read is too old: pause, then read the record. */
  record Await() implements BatchStep {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.await(this);
    }
  }

  /** Read the documents of the record's members, as a majority has them. */
  record ReadMembers(List<TransactionId> ids) implements BatchStep {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.readMembers(this);
    }
  }

  /** Ask accounts, each something of its own. */
  record OnAccounts(List<RangeRequest> requests) implements BatchStep {

    /** Copies the list. */
    public OnAccounts {
      requests = List.copyOf(requests);
    }

    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.onAccounts(this);
    }
  }

  /** Change the record by a compare-and-set. */
  record Move(BatchTransition transition) implements BatchStep {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.move(this);
    }
  }

  /** Insert a tombstone under the batch's id: a begin that comes late then fails. */
  record Bury() implements BatchStep {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.bury(this);
    }
  }

  /** Nothing more to do. */
  record Stop(BatchResult result) implements BatchStep {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.stop(this);
    }
  }
}
