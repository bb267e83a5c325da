package io.twophase.domain.transaction;

import io.twophase.domain.authorization.Captured;
import io.twophase.domain.id.ApplicationName;
import io.twophase.domain.id.Epoch;
import io.twophase.domain.id.OwnerId;
import io.twophase.domain.id.Token;
import io.twophase.domain.id.TransactionId;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.time.Instant;

/**
 * A guarded change of a transaction's state: a compare-and-set on state and epoch. The only changes
 * that exist; an adapter applies them, or mirrors them, atomically.
 */
public sealed interface Transition
    permits Transition.Acquisition,
        Transition.Cancellation,
        Transition.Decide,
        Transition.Finish,
        Transition.FinishCancel,
        AuthorizationTransition {

  /** What {@code cases} says of this transition. */
  <T> T fold(Cases<T> cases);

  /**
   * What is said of each kind of transition.
   *
   * @param <T> what is said
   */
  interface Cases<T> {
    /** Makes a submitted transaction one's own. */
    T claim(Claim transition);

    /** Makes a pending transaction one's own, and fences off its owner of {@code expected}. */
    T takeOver(TakeOver transition);

    /** The one decision that it happens; legal when every hold is acknowledged at {@code epoch}. */
    T decide(Decide transition);

    /** Closes a decided transaction; legal when every settle is acknowledged. */
    T finish(Finish transition);

    /** The other decision: it does not happen. */
    T beginCancel(BeginCancel transition);

    /** Cancels a submitted transaction at once: nobody has claimed it, so nothing is held. */
    T cancelUnclaimed(CancelUnclaimed transition);

    /** Closes a canceled transaction; legal when every release is acknowledged. */
    T finishCancel(FinishCancel transition);

    /** All of an authorization is held, and it waits for its capture. */
    T authorize(AuthorizationTransition.Authorize transition);

    /** Somebody approves an authorization. */
    T approve(AuthorizationTransition.Approve transition);

    /** The one decision that an authorization happens, and with which amounts. */
    T capture(AuthorizationTransition.Capture transition);

    /** The other decision of an authorization: it does not happen. */
    T voidAuthorization(AuthorizationTransition.VoidAuthorization transition);
  }

  /** The record it changes. */
  TransactionId transaction();

  /** The state it must find. */
  State from();

  /** The epoch it must find, where the state alone does not guard it. */
  default Option<Epoch> fromEpoch() {
    return Option.none();
  }

  /** The state it leaves. */
  State to();

  /**
   * Whether it only closes a record whose outcome is certain, as {@link Finish} and {@link
   * FinishCancel} do. All is settled or released by then, so one that is undone by a failure of the
   * store loses nothing: recovery closes the record again.
   */
  default boolean isClosing() {
    return from().isDecided() && to().isFinal();
  }

  /** Whether the record is as the transition must find it. */
  default boolean finds(Transaction record) {
    Option<Epoch> epoch = fromEpoch();
    return record.state() == from() && (epoch.isEmpty() || epoch.get().equals(record.epoch()));
  }

  /** The changed record, or that this one is not as the transition must find it. */
  default Either<NotApplicable, Transaction> apply(Transaction record, Instant at) {
    return finds(record)
        ? Either.right(change(record, at))
        : Either.left(new NotApplicable(this, record.state(), record.epoch()));
  }

  /**
   * Whether a record that was read after this transition was sent shows that it took effect, by
   * this sender: how a write whose answer says too little is resolved.
   */
  boolean left(Transaction record);

  /** The record as this transition leaves it; only for one that {@link #apply} let through. */
  default Transaction change(Transaction record, Instant at) {
    return record.moved(
        to(),
        record.epoch(),
        record.application(),
        record.owner(),
        record.token(),
        record.reason(),
        at);
  }

  /** The record is in another state, at another epoch, or not approved as it must be. */
  record NotApplicable(Transition transition, State state, Epoch epoch) {}

  /** A transition that makes a worker the owner of an epoch: {@link Claim} or {@link TakeOver}. */
  sealed interface Acquisition extends Transition {
    /** The application of the worker's process. */
    ApplicationName application();

    /** The running process of the worker, if it names itself. */
    Option<OwnerId> owner();

    /** The token that identifies the worker's own write. */
    Token token();

    /** The epoch it acquires. */
    Epoch epoch();

    @Override
    default State to() {
      return State.PENDING;
    }

    @Override
    default boolean left(Transaction record) {
      return record.state() == State.PENDING
          && record.epoch().equals(epoch())
          && record.isOwnedBy(token());
    }

    @Override
    default Transaction change(Transaction record, Instant at) {
      return record.moved(
          to(),
          epoch(),
          Option.some(application()),
          owner(),
          Option.some(token()),
          Option.none(),
          at);
    }
  }

  /** A transition that decides that it does not happen. */
  sealed interface Cancellation extends Transition
      permits BeginCancel, CancelUnclaimed, AuthorizationTransition.VoidAuthorization {
    /** Why. */
    CancelReason reason();

    /**
     * The running process that cancels, if it names itself and still has to release: it then owns
     * the transaction.
     */
    Option<OwnerId> owner();

    /** The token that identifies the canceller's own write. */
    Token token();

    @Override
    default boolean left(Transaction record) {
      boolean isCanceling = record.state() == to() || record.state() == State.CANCELED;
      return isCanceling && record.isOwnedBy(token()) && record.reason().contains(reason());
    }

    @Override
    default Transaction change(Transaction record, Instant at) {
      return record.moved(
          to(),
          record.epoch(),
          record.application(),
          owner(),
          Option.some(token()),
          Option.some(reason()),
          at);
    }
  }

  /** Makes a submitted transaction one's own. */
  record Claim(
      TransactionId transaction, ApplicationName application, Option<OwnerId> owner, Token token)
      implements Acquisition {
    /** By a process that does not name itself. */
    public Claim(TransactionId transaction, ApplicationName application, Token token) {
      this(transaction, application, Option.none(), token);
    }

    @Override
    public State from() {
      return State.INITIAL;
    }

    @Override
    public Epoch epoch() {
      return Epoch.FIRST;
    }

    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.claim(this);
    }
  }

  /** Makes a pending transaction one's own, and fences off its owner of {@code expected}. */
  record TakeOver(
      TransactionId transaction,
      Epoch expected,
      ApplicationName application,
      Option<OwnerId> owner,
      Token token)
      implements Acquisition {
    /** By a process that does not name itself. */
    public TakeOver(
        TransactionId transaction, Epoch expected, ApplicationName application, Token token) {
      this(transaction, expected, application, Option.none(), token);
    }

    @Override
    public State from() {
      return State.PENDING;
    }

    @Override
    public Option<Epoch> fromEpoch() {
      return Option.some(expected);
    }

    @Override
    public Epoch epoch() {
      return expected.next();
    }

    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.takeOver(this);
    }
  }

  /**
   * The one decision that it happens; legal when every hold is acknowledged at {@code epoch}.
   *
   * @param captured what is moved: all that is held, or of a transaction that takes as much as
   *     there is, what was acknowledged as held at that epoch
   */
  record Decide(TransactionId transaction, Epoch epoch, Captured captured) implements Transition {
    /** That all of it happens. */
    public Decide(TransactionId transaction, Epoch epoch) {
      this(transaction, epoch, Captured.IN_FULL);
    }

    @Override
    public State from() {
      return State.PENDING;
    }

    @Override
    public Option<Epoch> fromEpoch() {
      return Option.some(epoch);
    }

    @Override
    public State to() {
      return State.APPLIED;
    }

    /** Only the owner of an epoch decides at it, so the epoch shows who decided. */
    @Override
    public boolean left(Transaction record) {
      return (record.state() == State.APPLIED || record.state() == State.DONE)
          && record.epoch().equals(epoch);
    }

    @Override
    public Transaction change(Transaction record, Instant at) {
      Transaction decided = Transition.super.change(record, at);
      return captured.isInFull() ? decided : decided.with(decided.progress().capturing(captured));
    }

    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.decide(this);
    }
  }

  /** Closes a decided transaction; legal when every settle is acknowledged. */
  record Finish(TransactionId transaction) implements Transition {
    @Override
    public State from() {
      return State.APPLIED;
    }

    @Override
    public State to() {
      return State.DONE;
    }

    /** Whoever finished it: the state is final and the same. */
    @Override
    public boolean left(Transaction record) {
      return record.state() == State.DONE;
    }

    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.finish(this);
    }
  }

  /**
   * The other decision: it does not happen. Guarded on the epoch that the canceller read. The
   * canceller then has to release what is held. The record names it as the owner, so that others
   * see it if it dies.
   */
  record BeginCancel(
      TransactionId transaction,
      Epoch epoch,
      CancelReason reason,
      Option<OwnerId> owner,
      Token token)
      implements Cancellation {
    /** By a process that does not name itself. */
    public BeginCancel(TransactionId transaction, Epoch epoch, CancelReason reason, Token token) {
      this(transaction, epoch, reason, Option.none(), token);
    }

    @Override
    public State from() {
      return State.PENDING;
    }

    @Override
    public Option<Epoch> fromEpoch() {
      return Option.some(epoch);
    }

    @Override
    public State to() {
      return State.CANCELING;
    }

    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.beginCancel(this);
    }
  }

  /** Cancels a submitted transaction at once: nobody has claimed it, so nothing is held. */
  record CancelUnclaimed(TransactionId transaction, CancelReason reason, Token token)
      implements Cancellation {
    /** None: the transaction is at its end. */
    @Override
    public Option<OwnerId> owner() {
      return Option.none();
    }

    @Override
    public State from() {
      return State.INITIAL;
    }

    @Override
    public State to() {
      return State.CANCELED;
    }

    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.cancelUnclaimed(this);
    }
  }

  /** Closes a canceled transaction; legal when every release is acknowledged. */
  record FinishCancel(TransactionId transaction) implements Transition {
    @Override
    public State from() {
      return State.CANCELING;
    }

    @Override
    public State to() {
      return State.CANCELED;
    }

    /** Whoever finished it: the state is final and the same. */
    @Override
    public boolean left(Transaction record) {
      return record.state() == State.CANCELED;
    }

    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.finishCancel(this);
    }
  }
}
