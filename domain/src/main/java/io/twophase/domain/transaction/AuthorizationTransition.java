package io.twophase.domain.transaction;

import io.twophase.domain.authorization.Captured;
import io.twophase.domain.id.ApproverName;
import io.twophase.domain.id.Epoch;
import io.twophase.domain.id.OwnerId;
import io.twophase.domain.id.Token;
import io.twophase.domain.id.TransactionId;
import io.vavr.control.Option;
import java.time.Instant;

/**
 * The transitions of an authorization: to authorized, and from there to its decision. All are
 * guarded on the epoch, which an authorized record never changes; state and epoch together let one
 * of a capture and a void win, and no late one of either.
 */
public sealed interface AuthorizationTransition extends Transition {

  /** The epoch it must find. */
  Epoch epoch();

  @Override
  default Option<Epoch> fromEpoch() {
    return Option.some(epoch());
  }

  /**
   * All of it is held, and it waits for its capture; legal when every hold is acknowledged at
   * {@code epoch}. It finds only a transaction that was asked for as an authorization.
   */
  record Authorize(TransactionId transaction, Epoch epoch) implements AuthorizationTransition {
    @Override
    public State from() {
      return State.PENDING;
    }

    @Override
    public State to() {
      return State.AUTHORIZED;
    }

    @Override
    public boolean finds(Transaction record) {
      return AuthorizationTransition.super.finds(record)
          && record.body().authorization().isDefined();
    }

    /** Only the owner of an epoch authorizes at it, and what is decided from there keeps it. */
    @Override
    public boolean left(Transaction record) {
      boolean isPast =
          record.state() == State.AUTHORIZED
              || record.state() == State.APPLIED
              || record.state() == State.DONE;
      return isPast && record.epoch().equals(epoch);
    }

    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.authorize(this);
    }
  }

  /** One of those named approves it, who has not done so before. */
  record Approve(TransactionId transaction, Epoch epoch, ApproverName approver)
      implements AuthorizationTransition {
    @Override
    public State from() {
      return State.AUTHORIZED;
    }

    @Override
    public State to() {
      return State.AUTHORIZED;
    }

    @Override
    public boolean finds(Transaction record) {
      return AuthorizationTransition.super.finds(record)
          && !record.progress().approvals().contains(approver);
    }

    /** Whoever noted it. */
    @Override
    public boolean left(Transaction record) {
      return record.progress().approvals().contains(approver);
    }

    @Override
    public Transaction change(Transaction record, Instant at) {
      return AuthorizationTransition.super
          .change(record, at)
          .with(record.progress().approvedBy(approver));
    }

    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.approve(this);
    }
  }

  /**
   * The decision that it happens, and with which amounts. The record names the process that
   * captures as the owner, so that others see it if it dies before all is settled.
   *
   * @param captured what is moved
   * @param approvals how many approvals the record must have
   */
  record Capture(
      TransactionId transaction,
      Epoch epoch,
      Captured captured,
      int approvals,
      Option<OwnerId> owner,
      Token token)
      implements AuthorizationTransition {
    @Override
    public State from() {
      return State.AUTHORIZED;
    }

    @Override
    public State to() {
      return State.APPLIED;
    }

    @Override
    public boolean finds(Transaction record) {
      return AuthorizationTransition.super.finds(record)
          && record.progress().approvals().size() >= approvals;
    }

    @Override
    public boolean left(Transaction record) {
      return (record.state() == State.APPLIED || record.state() == State.DONE)
          && record.isOwnedBy(token);
    }

    @Override
    public Transaction change(Transaction record, Instant at) {
      return record
          .moved(
              to(),
              record.epoch(),
              record.application(),
              owner,
              Option.some(token),
              Option.none(),
              at)
          .with(record.progress().capturing(captured));
    }

    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.capture(this);
    }
  }

  /** The other decision: what is held is given back. */
  record VoidAuthorization(
      TransactionId transaction,
      Epoch epoch,
      CancelReason reason,
      Option<OwnerId> owner,
      Token token)
      implements AuthorizationTransition, Cancellation {
    @Override
    public State from() {
      return State.AUTHORIZED;
    }

    @Override
    public State to() {
      return State.CANCELING;
    }

    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.voidAuthorization(this);
    }
  }
}
