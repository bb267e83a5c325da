package io.twophase.ports;

import io.twophase.domain.id.ApplicationName;
import io.twophase.domain.id.OwnerId;
import io.twophase.domain.id.Token;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.Transaction;
import io.vavr.control.Option;
import java.time.Instant;
import java.util.function.Function;

/** A transaction record to insert. */
public sealed interface NewRecord {

  /** What the function for this record says. */
  <T> T fold(
      Function<? super Submitted, ? extends T> submitted,
      Function<? super Begun, ? extends T> begun,
      Function<? super Tombstone, ? extends T> tombstone);

  /** What was asked for. */
  NewTransaction body();

  /** The record as it is first stored. */
  Transaction stored(Instant at);

  /** The id of the transaction. */
  default TransactionId id() {
    return body().id();
  }

  /** A record that nobody owns: initial. */
  record Submitted(NewTransaction body) implements NewRecord {
    @Override
    public Transaction stored(Instant at) {
      return Transaction.submitted(body, at);
    }

    @Override
    public <T> T fold(
        Function<? super Submitted, ? extends T> submitted,
        Function<? super Begun, ? extends T> begun,
        Function<? super Tombstone, ? extends T> tombstone) {
      return submitted.apply(this);
    }
  }

  /** A record that its first owner begins at once: pending, epoch 1. */
  record Begun(NewTransaction body, ApplicationName application, Option<OwnerId> owner, Token token)
      implements NewRecord {
    /** By a process that does not name itself. */
    public Begun(NewTransaction body, ApplicationName application, Token token) {
      this(body, application, Option.none(), token);
    }

    @Override
    public Transaction stored(Instant at) {
      return Transaction.begun(body, application, owner, token, at);
    }

    @Override
    public <T> T fold(
        Function<? super Submitted, ? extends T> submitted,
        Function<? super Begun, ? extends T> begun,
        Function<? super Tombstone, ? extends T> tombstone) {
      return begun.apply(this);
    }
  }

  /**
   * A record that keeps an id from ever being used by a transaction: canceled, without operations.
   */
  record Tombstone(TransactionId id) implements NewRecord {
    @Override
    public NewTransaction body() {
      return NewTransaction.tombstone(id);
    }

    @Override
    public Transaction stored(Instant at) {
      return Transaction.tombstone(id, at);
    }

    @Override
    public <T> T fold(
        Function<? super Submitted, ? extends T> submitted,
        Function<? super Begun, ? extends T> begun,
        Function<? super Tombstone, ? extends T> tombstone) {
      return tombstone.apply(this);
    }
  }
}
