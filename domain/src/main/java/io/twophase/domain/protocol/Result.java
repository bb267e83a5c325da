package io.twophase.domain.protocol;

import io.twophase.domain.authorization.AuthorizationRefusal;
import io.twophase.domain.id.Epoch;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.Receipt;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.vavr.control.Option;

/** How a worker's run ended. */
public sealed interface Result {

  /** What {@code cases} says of this result. */
  <T> T fold(Cases<T> cases);

  /** How a transaction has ended of which a receipt is left. */
  static Result of(Receipt receipt) {
    return receipt
        .reason()
        .<Result>map(reason -> new Canceled(reason, true))
        .getOrElse(() -> new Applied(true));
  }

  /** Whether something is left that is not known, or not finished. */
  boolean isOpenEnded();

  /**
   * Whether it is a refusal because of what a read did not show: a read that is older than what was
   * acknowledged may not show it.
   */
  default boolean isRefusedByRead() {
    return false;
  }

  /** The exception for a result that {@code what} can never end with. */
  default IllegalStateException impossibleFor(String what) {
    return new IllegalStateException(what + " cannot end as " + this);
  }

  /**
   * What is said of each kind of result.
   *
   * @param <T> what is said
   */
  interface Cases<T> {
    /** The record is stored; it is nobody's yet, or somebody is at it already. */
    T submitted(Submitted result);

    /** It happens: decided, for ever. */
    T applied(Applied result);

    /** It does not happen: decided, for ever. */
    T canceled(Canceled result);

    /** It is held, and waits for its capture. */
    T authorized(Authorized result);

    /** It is not captured, or not approved. */
    T authorizationRefused(AuthorizationRefused result);

    /** Another transaction has this id. */
    T idReused(IdReused result);

    /** A cancel came too late: it is decided to happen. */
    T alreadyDecided(AlreadyDecided result);

    /** There is no such transaction. */
    T notFound(NotFound result);

    /** The record cannot be read; it was left alone. */
    T unreadable(Unreadable result);

    /** Another worker is alive and at it, so recovery left it alone. */
    T busy(Busy result);

    /** Not known: it may happen or not. */
    T unknown(Unknown result);
  }

  /** The record is stored; it is nobody's yet, or somebody is at it already. */
  record Submitted() implements Result {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.submitted(this);
    }

    @Override
    public boolean isOpenEnded() {
      return false;
    }
  }

  /**
   * It happens: decided, for ever.
   *
   * @param finished whether all of it is known to be settled; if not, recovery settles the rest
   */
  record Applied(boolean finished) implements Result {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.applied(this);
    }

    @Override
    public boolean isOpenEnded() {
      return !finished;
    }
  }

  /**
   * It does not happen: decided, for ever.
   *
   * @param finished whether all of it is known to be released; if not, recovery releases the rest
   */
  record Canceled(CancelReason reason, boolean finished) implements Result {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.canceled(this);
    }

    @Override
    public boolean isOpenEnded() {
      return !finished;
    }
  }

  /**
   * It is held, and waits for its capture.
   *
   * @param record as it was read: when it expires, and who has approved it by then
   */
  record Authorized(Transaction record) implements Result {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.authorized(this);
    }

    @Override
    public boolean isOpenEnded() {
      return false;
    }
  }

  /** It is not captured, or not approved, by this request. Nothing was changed. */
  record AuthorizationRefused(AuthorizationRefusal refusal) implements Result {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.authorizationRefused(this);
    }

    @Override
    public boolean isOpenEnded() {
      return false;
    }

    @Override
    public boolean isRefusedByRead() {
      return refusal instanceof AuthorizationRefusal.NotYetAuthorized
          || refusal instanceof AuthorizationRefusal.NotApproved;
    }
  }

  /**
   * Another transaction has this id. Nothing was changed.
   *
   * @param existing the one that is there; none if retention has removed its record: only a digest
   *     of what it was is left then
   */
  record IdReused(Option<Transaction> existing) implements Result {

    /** One whose record is there. */
    public IdReused(Transaction existing) {
      this(Option.some(existing));
    }

    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.idReused(this);
    }

    @Override
    public boolean isOpenEnded() {
      return false;
    }
  }

  /** A cancel came too late: it is decided to happen. Nothing was changed. */
  record AlreadyDecided(State state) implements Result {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.alreadyDecided(this);
    }

    @Override
    public boolean isOpenEnded() {
      return false;
    }
  }

  /** There is no such transaction. */
  record NotFound() implements Result {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.notFound(this);
    }

    @Override
    public boolean isOpenEnded() {
      return false;
    }

    @Override
    public boolean isRefusedByRead() {
      return true;
    }
  }

  /** The record cannot be read; it was left alone. */
  record Unreadable(String fault) implements Result {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.unreadable(this);
    }

    @Override
    public boolean isOpenEnded() {
      return true;
    }
  }

  /** Another worker is alive and at it, so recovery left it alone. */
  record Busy(Epoch epoch) implements Result {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.busy(this);
    }

    @Override
    public boolean isOpenEnded() {
      return true;
    }
  }

  /**
   * Not known: it may happen or not. Asking again by the same id resolves it.
   *
   * @param during what had no answer
   * @param epoch this worker's last epoch, if it had one
   */
  record Unknown(Unanswered during, Option<Epoch> epoch) implements Result {
    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.unknown(this);
    }

    @Override
    public boolean isOpenEnded() {
      return true;
    }
  }
}
