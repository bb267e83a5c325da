package io.twophase.domain.batch.protocol;

import io.twophase.domain.batch.record.BatchRecord;
import io.twophase.domain.batch.record.MemberState;
import io.twophase.domain.id.Epoch;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.transaction.State;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;

/** How a run at a batch ended. */
public sealed interface BatchResult {

  /** What {@code cases} says of this result. */
  <T> T fold(Cases<T> cases);

  /**
   * What is said of each kind of result.
   *
   * @param <T> what is said
   */
  interface Cases<T> {
    /** Its outcome is certain. */
    T decided(Decided result);

    /** It was never begun, and never will be: its members are free. */
    T notBegun(NotBegun result);

    /** Another works on it. */
    T busy(Busy result);

    /** There is no such batch. */
    T notFound(NotFound result);

    /** It cannot be canceled any more. */
    T alreadyDecided(AlreadyDecided result);

    /** Its outcome is open: ask again. */
    T unknown(Unknown result);
  }

  /**
   * Its outcome is certain.
   *
   * @param record decided, as this worker knows it
   * @param named those of its members whose documents name the batch, as far as this worker has
   *     seen
   */
  record Decided(BatchRecord record, Set<TransactionId> named) implements BatchResult {

    /** Copies the set. */
    public Decided {
      named = Collections.unmodifiableSet(new HashSet<>(named));
    }

    /**
     * What became of a member. One whose document does not name this batch is no business of its:
     * it is left out, and its own document says where it is (rule 16).
     */
    public MemberState of(TransactionId member) {
      return named.contains(member) ? record.ofListed(member) : new MemberState.LeftOut();
    }

    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.decided(this);
    }
  }

  /** It was never begun, and never will be: its members are free. */
  record NotBegun() implements BatchResult {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.notBegun(this);
    }
  }

  /** Another works on it, at {@code epoch}. */
  record Busy(Epoch epoch) implements BatchResult {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.busy(this);
    }
  }

  /** There is no such batch. */
  record NotFound() implements BatchResult {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.notFound(this);
    }
  }

  /** It cannot be canceled any more. */
  record AlreadyDecided(State state) implements BatchResult {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.alreadyDecided(this);
    }
  }

  /** Its outcome is open: ask again. */
  record Unknown(String why) implements BatchResult {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.unknown(this);
    }
  }
}
