package io.twophase.domain.batch.record;

import io.twophase.domain.id.ApplicationName;
import io.twophase.domain.id.BatchId;
import io.twophase.domain.id.OwnerId;
import io.twophase.domain.id.Token;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.Transaction;
import io.vavr.control.Option;
import java.time.Instant;
import java.util.function.Function;

/**
 * What becomes of a transfer that a batch has left out (rule 20): a compare-and-set on its
 * document, which must name that batch with the same body. The only changes of a member's document
 * that exist.
 */
public sealed interface MemberTake {

  /** What the function for this take says. */
  <T> T fold(
      Function<? super IntoBatch, ? extends T> intoBatch,
      Function<? super Alone, ? extends T> alone,
      Function<? super Canceled, ? extends T> canceled);

  /** The document as it must be found. */
  MemberDocument free();

  /** The transfer. */
  default TransactionId member() {
    return free().id();
  }

  /** Another batch decides it. */
  record IntoBatch(MemberDocument free, BatchId into) implements MemberTake {

    /** The document as this take leaves it. */
    public MemberDocument taken() {
      return free.takenBy(into);
    }

    @Override
    public <T> T fold(
        Function<? super IntoBatch, ? extends T> intoBatch,
        Function<? super Alone, ? extends T> alone,
        Function<? super Canceled, ? extends T> canceled) {
      return intoBatch.apply(this);
    }
  }

  /** It goes on as a lone transaction, pending at epoch 1, of who takes it. */
  record Alone(MemberDocument free, ApplicationName application, Option<OwnerId> owner, Token token)
      implements MemberTake {

    /** The record that replaces the document, whose times are those of the take. */
    public Transaction record(Instant at) {
      return free.alone(application, owner, token, at);
    }

    @Override
    public <T> T fold(
        Function<? super IntoBatch, ? extends T> intoBatch,
        Function<? super Alone, ? extends T> alone,
        Function<? super Canceled, ? extends T> canceled) {
      return alone.apply(this);
    }
  }

  /** It never happens: a lone transaction that was canceled before anybody held for it. */
  record Canceled(MemberDocument free, CancelReason reason, Token token) implements MemberTake {

    /** The record that replaces the document, whose times are those of the take. */
    public Transaction record(Instant at) {
      return free.canceled(reason, token, at);
    }

    @Override
    public <T> T fold(
        Function<? super IntoBatch, ? extends T> intoBatch,
        Function<? super Alone, ? extends T> alone,
        Function<? super Canceled, ? extends T> canceled) {
      return canceled.apply(this);
    }
  }
}
