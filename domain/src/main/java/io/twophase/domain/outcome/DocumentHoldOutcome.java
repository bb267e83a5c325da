package io.twophase.domain.outcome;

import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.id.Epoch;
import io.twophase.domain.participant.DocumentHold;
import io.twophase.domain.participant.DocumentHoldAnswer;
import io.twophase.domain.participant.DocumentRefusal;
import io.twophase.domain.participant.HeldDocument;
import io.vavr.control.Option;
import java.util.function.Function;

/** What a store answers when a hold on a document is to be placed. */
public sealed interface DocumentHoldOutcome extends HoldOutcome {

  @Override
  default boolean isHeld() {
    return this instanceof Held;
  }

  @Override
  default boolean isInDoubt() {
    return this instanceof InDoubt;
  }

  @Override
  default <T> T foldTarget(
      Function<? super AccountHoldOutcome, ? extends T> account,
      Function<? super DocumentHoldOutcome, ? extends T> document) {
    return document.apply(this);
  }

  /** The outcome where the rules of a document did not place the hold. */
  static DocumentHoldOutcome of(DocumentHoldAnswer answer) {
    return answer.fold(
        present -> new Present(present.epoch(), present.exactly()),
        busy -> new Busy(busy.holder()),
        denied -> new Refused(denied.refusal()));
  }

  /** What the function for this outcome says. */
  <T> T fold(
      Function<? super Held, ? extends T> held,
      Function<? super Present, ? extends T> present,
      Function<? super Busy, ? extends T> busy,
      Function<? super Refused, ? extends T> refused,
      Function<? super InDoubt, ? extends T> inDoubt);

  /** The hold is placed at the epoch asked. */
  record Held() implements DocumentHoldOutcome {
    private static final Held INSTANCE = new Held();

    @Override
    public <T> T fold(
        Function<? super Held, ? extends T> held,
        Function<? super Present, ? extends T> present,
        Function<? super Busy, ? extends T> busy,
        Function<? super Refused, ? extends T> refused,
        Function<? super InDoubt, ? extends T> inDoubt) {
      return held.apply(this);
    }
  }

  /**
   * A hold of this transaction is there; nothing was changed. It acknowledges the hold asked for
   * only if it is exactly that, at the epoch asked.
   *
   * @param epoch the hold's
   * @param exactly whether it is for exactly the operation asked for
   */
  record Present(Epoch epoch, boolean exactly) implements DocumentHoldOutcome {
    @Override
    public <T> T fold(
        Function<? super Held, ? extends T> held,
        Function<? super Present, ? extends T> present,
        Function<? super Busy, ? extends T> busy,
        Function<? super Refused, ? extends T> refused,
        Function<? super InDoubt, ? extends T> inDoubt) {
      return present.apply(this);
    }
  }

  /**
   * Another transaction's hold keeps this one out until it ends; nothing was changed. Nothing is
   * said of whether the document's rules would allow the hold.
   *
   * @param holder a hold that was in the way at some moment of the call
   * @param elsewhere the document that has it, where that is another than the one asked for: one
   *     that has a value of a unique index
   */
  record Busy(DocumentHold holder, Option<DocumentRef> elsewhere) implements DocumentHoldOutcome {

    /** By a hold on the document that was asked for. */
    public Busy(DocumentHold holder) {
      this(holder, Option.none());
    }

    /** The hold, and the document that has it. */
    public HeldDocument blocker(DocumentRef asked) {
      return new HeldDocument(elsewhere.getOrElse(asked), holder);
    }

    @Override
    public <T> T fold(
        Function<? super Held, ? extends T> held,
        Function<? super Present, ? extends T> present,
        Function<? super Busy, ? extends T> busy,
        Function<? super Refused, ? extends T> refused,
        Function<? super InDoubt, ? extends T> inDoubt) {
      return busy.apply(this);
    }
  }

  /** The document's rules forbid it; nothing was changed. */
  record Refused(DocumentRefusal refusal) implements DocumentHoldOutcome {
    @Override
    public <T> T fold(
        Function<? super Held, ? extends T> held,
        Function<? super Present, ? extends T> present,
        Function<? super Busy, ? extends T> busy,
        Function<? super Refused, ? extends T> refused,
        Function<? super InDoubt, ? extends T> inDoubt) {
      return refused.apply(this);
    }
  }

  /** No answer: the hold may be placed, now or later. */
  record InDoubt() implements DocumentHoldOutcome {
    private static final InDoubt INSTANCE = new InDoubt();

    @Override
    public <T> T fold(
        Function<? super Held, ? extends T> held,
        Function<? super Present, ? extends T> present,
        Function<? super Busy, ? extends T> busy,
        Function<? super Refused, ? extends T> refused,
        Function<? super InDoubt, ? extends T> inDoubt) {
      return inDoubt.apply(this);
    }
  }

  /** The hold is placed. */
  static DocumentHoldOutcome held() {
    return Held.INSTANCE;
  }

  /** No answer. */
  static DocumentHoldOutcome inDoubt() {
    return InDoubt.INSTANCE;
  }
}
