package io.twophase.app.sweep;

import io.twophase.app.orphan.Proof;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.id.Epoch;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.participant.HeldDocument;
import io.twophase.domain.range.RangeHold;
import java.util.function.Function;

/** A hold of which it is proven that nobody will ever settle it. */
public sealed interface Orphan {

  /** What the function for the kind of thing that is held says. */
  <T> T fold(
      Function<? super OnAccount, ? extends T> account,
      Function<? super OnDocument, ? extends T> document,
      Function<? super OnRange, ? extends T> range);

  /** Whose it is. */
  TransactionId transaction();

  /** The epoch at which it is held. */
  Epoch epoch();

  /** Why it is an orphan. */
  Proof proof();

  /** What became of it. */
  Outcome outcome();

  /**
   * One on an account.
   *
   * @param held the hold, as the leg that would be settled
   */
  record OnAccount(Leg held, Proof proof, Outcome outcome) implements Orphan {
    @Override
    public TransactionId transaction() {
      return held.transaction();
    }

    @Override
    public Epoch epoch() {
      return held.epoch();
    }

    @Override
    public <T> T fold(
        Function<? super OnAccount, ? extends T> account,
        Function<? super OnDocument, ? extends T> document,
        Function<? super OnRange, ? extends T> range) {
      return account.apply(this);
    }
  }

  /**
   * One on a document; a placeholder goes with it.
   *
   * @param held the hold, and the document that has it
   */
  record OnDocument(HeldDocument held, Proof proof, Outcome outcome) implements Orphan {
    @Override
    public TransactionId transaction() {
      return held.hold().transaction();
    }

    @Override
    public Epoch epoch() {
      return held.hold().epoch();
    }

    @Override
    public <T> T fold(
        Function<? super OnAccount, ? extends T> account,
        Function<? super OnDocument, ? extends T> document,
        Function<? super OnRange, ? extends T> range) {
      return document.apply(this);
    }
  }

  /**
   * A batch's hold on an account.
   *
   * @param account that is held
   * @param held what is set aside there
   */
  record OnRange(AccountId account, RangeHold held, Proof proof, Outcome outcome)
      implements Orphan {

    /** The batch's id, which no transaction has. */
    @Override
    public TransactionId transaction() {
      return new TransactionId(held.batch().value());
    }

    @Override
    public Epoch epoch() {
      return held.epoch();
    }

    @Override
    public <T> T fold(
        Function<? super OnAccount, ? extends T> account,
        Function<? super OnDocument, ? extends T> document,
        Function<? super OnRange, ? extends T> range) {
      return range.apply(this);
    }
  }

  /** What became of an orphan. */
  enum Outcome {
    /** It was released. */
    RELEASED,
    /** Another was faster. */
    GONE,
    /** The store gave no answer; the next scrub finds out. */
    IN_DOUBT;

    /** By the store's answer to the release. */
    static Outcome of(MatchOutcome match) {
      return switch (match) {
        case MATCHED -> RELEASED;
        case NOT_MATCHED -> GONE;
        case IN_DOUBT -> IN_DOUBT;
      };
    }
  }
}
