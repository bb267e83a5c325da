package io.twophase.domain.machine;

import io.twophase.domain.hold.*;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.record.*;
import java.util.List;

/** What is to be done next. */
public sealed interface Step {
  <T> T fold(Cases<T> cases);

  interface Cases<T> {
    T insert(Insert s);

    T move(Move s);

    T take(Take s);

    T place(Place s);

    T stamp(Stamp s);

    T end(End s);

    T read(Read s);

    T stop(Stop s);
  }

  /** A record and its members, each where its id is free; or a tombstone. */
  record Insert(NewRecord record) implements Step {
    @Override
    public <T> T fold(Cases<T> c) {
      return c.insert(this);
    }
  }

  record Move(Transition transition) implements Step {
    @Override
    public <T> T fold(Cases<T> c) {
      return c.move(this);
    }
  }

  /** Members that were left out, into this record, or as records of their own. */
  record Take(List<MemberTake> takes) implements Step {
    @Override
    public <T> T fold(Cases<T> c) {
      return c.take(this);
    }
  }

  record Place(List<Placing> claims, Pause pause) implements Step {
    @Override
    public <T> T fold(Cases<T> c) {
      return c.place(this);
    }
  }

  record Stamp(List<Stamping> holds) implements Step {
    @Override
    public <T> T fold(Cases<T> c) {
      return c.stamp(this);
    }
  }

  record End(List<Ending> holds, Why why) implements Step {
    @Override
    public <T> T fold(Cases<T> c) {
      return c.end(this);
    }
  }

  record Read(List<TransactionId> members, boolean record, Pause pause) implements Step {
    @Override
    public <T> T fold(Cases<T> c) {
      return c.read(this);
    }
  }

  record Stop() implements Step {
    @Override
    public <T> T fold(Cases<T> c) {
      return c.stop(this);
    }
  }

  enum Why {
    SETTLE,
    RELEASE,
    WITHDRAW
  }

  /**
   * Before the step: none, or wait for those in the way, whom the engine sees through where they
   * are stuck.
   */
  record Pause(boolean waits, List<Hold> blockers, List<RecordId> records) {
    static final Pause NONE = new Pause(false, List.of(), List.of());
  }
}
