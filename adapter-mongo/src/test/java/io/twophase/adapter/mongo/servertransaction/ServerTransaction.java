package io.twophase.adapter.mongo.servertransaction;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** A transaction. Nobody else sees its changes before it commits. Not thread-safe. */
final class ServerTransaction {
  private enum State {
    OPEN,
    COMMITTED,
    ABORTED
  }

  private final long snapshot;
  private final long beganNanos;
  private final List<Change> changes = new ArrayList<>();
  private State state = State.OPEN;

  /**
   * A transaction that begins.
   *
   * @param snapshot how many changes it sees of those that others have made
   */
  ServerTransaction(long snapshot, long nowNanos) {
    this.snapshot = snapshot;
    this.beganNanos = nowNanos;
  }

  long snapshot() {
    return snapshot;
  }

  boolean isOpen() {
    return state == State.OPEN;
  }

  boolean isCommitted() {
    return state == State.COMMITTED;
  }

  boolean isOlderThan(long nanos, long nowNanos) {
    return nowNanos - beganNanos >= nanos;
  }

  boolean hasWritten(List<Change> made) {
    return made.stream().anyMatch(change -> change.meets(changes));
  }

  /**
   * Does work on the documents of its snapshot as it has changed them, and takes all back.
   *
   * @param work is given a list, to which it adds what it changes
   */
  <T> T within(Function<List<Change>, T> work) {
    changes.forEach(Change::apply);
    List<Change> more = new ArrayList<>();
    try {
      return work.apply(more);
    } finally {
      changes.addAll(more);
      Change.undo(changes);
    }
  }

  /** Ends; answers the changes that are to become everybody's. */
  List<Change> commit() {
    List<Change> all = List.copyOf(changes);
    end(State.COMMITTED);
    return all;
  }

  /** Forgets its changes. */
  void abort() {
    if (isOpen()) {
      end(State.ABORTED);
    }
  }

  private void end(State end) {
    state = end;
    changes.clear();
  }
}
