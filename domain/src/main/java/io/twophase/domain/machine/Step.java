package io.twophase.domain.machine;

import io.twophase.domain.TransactionId;
import io.twophase.domain.hold.Ending;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Placing;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.hold.Stamping;
import io.twophase.domain.hold.Target;
import io.twophase.domain.record.MemberTake;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.Transition;
import java.util.List;

/** A worker is to do this next. Each is one kind of write or one read, or the end. */
public sealed interface Step {

  /** Answers what {@code cases} says of this step. */
  <T> T fold(Cases<T> cases);

  /**
   * Says something of each kind of step.
   *
   * @param <T> what is said
   */
  interface Cases<T> {
    /** Insert a record. */
    T insert(Insert step);

    /** Change a record. */
    T move(Move step);

    /** Take members that were left out. */
    T take(Take step);

    /** Place holds. */
    T place(Place step);

    /** Raise holds to a newer epoch. */
    T stamp(Stamp step);

    /** End holds. */
    T end(End step);

    /** Read a record, or members. */
    T read(Read step);

    /** Nothing more to do. */
    T stop(Stop step);
  }

  /** Insert the record, and its members' documents, each where its id is free. */
  record Insert(NewRecord record) implements Step {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.insert(this);
    }
  }

  /** Change the record by a compare-and-set. */
  record Move(Transition transition) implements Step {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.move(this);
    }
  }

  /** Take members that were left out, into this record, or as records of their own. */
  record Take(List<MemberTake> takes) implements Step {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.take(this);
    }
  }

  /** Place holds, after a pause if there is one. */
  record Place(List<Placing> claims, Pause pause) implements Step {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.place(this);
    }
  }

  /** Raise holds, as they were read, to a newer epoch. */
  record Stamp(List<Stamping> holds) implements Step {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.stamp(this);
    }
  }

  /** End holds. */
  record End(List<Ending> holds, Why why) implements Step {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.end(this);
    }
  }

  /**
   * Read, after a pause if there is one.
   *
   * @param members by their ids, each with the record that its document names
   * @param record whether the worker's record is read too, before the members
   */
  record Read(List<TransactionId> members, boolean record, Pause pause) implements Step {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.read(this);
    }
  }

  /** Nothing more to do. */
  record Stop() implements Step {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.stop(this);
    }
  }

  /** Why holds end. */
  enum Why {
    /** Their record is applied. */
    SETTLE,
    /** Their record is canceled. */
    RELEASE,
    /** The holds are of an epoch of this worker's own that is over. */
    WITHDRAW
  }

  /**
   * A pause before a step, and the holds or records that it waits for. The engine brings stuck
   * records to their ends.
   *
   * @param waits whether to wait
   * @param blockers holds that are in the way
   * @param records the records of others that have to go on first
   */
  record Pause(boolean waits, List<Blocker> blockers, List<RecordId> records) {

    /** Go on at once. */
    public static final Pause NONE = new Pause(false, List.of(), List.of());

    static Pause behind(Target target, Hold hold) {
      return new Pause(true, List.of(new Blocker(target, hold)), List.of());
    }

    static Pause until(RecordId record) {
      return new Pause(true, List.of(), List.of(record));
    }
  }

  /**
   * A hold that is in the way.
   *
   * @param target which has it
   * @param hold as it was seen
   */
  record Blocker(Target target, Hold hold) {}
}
