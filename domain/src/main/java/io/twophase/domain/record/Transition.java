package io.twophase.domain.record;

import io.twophase.domain.ApproverName;
import io.twophase.domain.Epoch;
import io.twophase.domain.Owner;
import io.twophase.domain.TransactionId;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.State;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A guarded change of a record: a compare-and-set on its state and epoch. The only changes of
 * records that exist; an adapter applies them, or mirrors them, atomically.
 *
 * @param kind what is changed
 * @param record whose
 * @param from the state it must find
 * @param to the state it leaves
 * @param epoch the epoch it must find; none where the state alone is the guard
 * @param owner who becomes the owner; none if the owner stays
 * @param excluded of a decision by a run the exclusions as they were seen, which the record must
 *     have; of an exclusion the member, and why
 * @param verdict of a decision
 * @param reason of a decision that cancels the whole
 * @param approver of an approval
 * @param approvals how many approvals an authorization must have
 */
public record Transition(
    Kind kind,
    RecordId record,
    State from,
    State to,
    Optional<Epoch> epoch,
    Optional<Owner> owner,
    Map<TransactionId, CancelReason> excluded,
    Verdict verdict,
    Optional<CancelReason> reason,
    Optional<ApproverName> approver,
    int approvals) {

  /** The seven changes. */
  public enum Kind {
    /** A worker makes an initial or pending record its own, at the next epoch. */
    ACQUIRE,
    /** All of an authorization is held at the epoch, and it waits for its capture. */
    AUTHORIZE,
    /** An approver who has not done so before approves an authorization. */
    APPROVE,
    /** A member of a pending record is canceled. */
    EXCLUDE,
    /** The one decision: of a run, of a capture, or that nothing happens. */
    DECIDE,
    /** A decided record ends; legal when all its holds are ended. */
    FINISH,
    /** An ended record says that no member that it left out names it any more. */
    FORGET;

    private boolean leadsFrom(State state) {
      return switch (this) {
        case ACQUIRE -> state == State.INITIAL || state == State.PENDING;
        case AUTHORIZE, EXCLUDE -> state == State.PENDING;
        case APPROVE -> state == State.AUTHORIZED;
        case DECIDE -> !state.isDecided();
        case FINISH -> state.isDecided() && !state.isFinal();
        case FORGET -> state.isFinal();
      };
    }
  }

  /**
   * @throws IllegalArgumentException if no such change leads from the state
   */
  public Transition {
    if (!kind.leadsFrom(from)) {
      throw new IllegalArgumentException(kind + " of " + record + " from " + from);
    }
  }

  private static Transition of(
      Kind kind, RecordId record, State from, State to, Optional<Epoch> at, Optional<Owner> next) {
    return new Transition(
        kind,
        record,
        from,
        to,
        at,
        next,
        Map.of(),
        Verdict.ALL_APPLIED,
        Optional.empty(),
        Optional.empty(),
        0);
  }

  private Transition naming(
      Map<TransactionId, CancelReason> members, Verdict decided, Optional<CancelReason> why) {
    return new Transition(
        kind, record, from, to, epoch, owner, members, decided, why, approver, approvals);
  }

  private Transition approved(Optional<ApproverName> by, int number) {
    return new Transition(
        kind, record, from, to, epoch, owner, excluded, verdict, reason, by, number);
  }

  /** A claim of an initial record, whose epoch is 0, or a take-over of a pending one. */
  public static Transition acquire(RecordId record, Epoch expected, Owner owner) {
    State from = expected.equals(Epoch.NONE) ? State.INITIAL : State.PENDING;
    return of(Kind.ACQUIRE, record, from, State.PENDING, Optional.of(expected), Optional.of(owner));
  }

  /** All of an authorization is held at {@code epoch}. */
  public static Transition authorize(RecordId record, Epoch epoch) {
    return of(
        Kind.AUTHORIZE,
        record,
        State.PENDING,
        State.AUTHORIZED,
        Optional.of(epoch),
        Optional.empty());
  }

  /** {@code approver} approves an authorization. */
  public static Transition approve(RecordId record, Epoch epoch, ApproverName approver) {
    State authorized = State.AUTHORIZED;
    return of(Kind.APPROVE, record, authorized, authorized, Optional.of(epoch), Optional.empty())
        .approved(Optional.of(approver), 0);
  }

  /** A member of a pending record of several is canceled, at whatever epoch. */
  public static Transition exclude(RecordId record, TransactionId member, CancelReason reason) {
    State pending = State.PENDING;
    return of(Kind.EXCLUDE, record, pending, pending, Optional.empty(), Optional.empty())
        .naming(Map.of(member, reason), Verdict.ALL_APPLIED, Optional.empty());
  }

  /**
   * The decision of a run, by the owner of {@code epoch}; legal when every target has answered at
   * that epoch. If no member is applied, it cancels the record, by the same compare-and-set. The
   * refusal of an only member becomes the record's reason.
   *
   * @param members whom the record lists
   * @param excluded as they were seen: a cancel that came in time is in it
   */
  public static Transition decide(
      RecordId record,
      List<TransactionId> members,
      Epoch epoch,
      Map<TransactionId, CancelReason> excluded,
      Verdict verdict) {
    boolean appliesSome =
        (excluded.isEmpty() && verdict.isOfAll())
            || members.stream().anyMatch(id -> !excluded.containsKey(id) && verdict.applies(id));
    boolean isRefusal = !record.isOfMany() && !appliesSome;
    State to = appliesSome ? State.APPLIED : State.CANCELING;
    return of(Kind.DECIDE, record, State.PENDING, to, Optional.of(epoch), Optional.empty())
        .naming(
            excluded,
            isRefusal ? Verdict.ALL_APPLIED : verdict,
            isRefusal
                ? Optional.ofNullable(verdict.refused().get(members.get(0)))
                : Optional.empty());
  }

  /**
   * The decision that an authorization happens.
   *
   * @param moved the amounts of its operations on accounts; empty if all that is held is captured
   * @param approvals how many approvals the record must have
   */
  public static Transition capture(
      TransactionId only, Epoch epoch, List<Long> moved, int approvals, Owner owner) {
    RecordId id = RecordId.of(only);
    State held = State.AUTHORIZED;
    return of(Kind.DECIDE, id, held, State.APPLIED, Optional.of(epoch), Optional.of(owner))
        .naming(Map.of(), Verdict.moving(only, moved), Optional.empty())
        .approved(Optional.empty(), approvals);
  }

  /**
   * The decision that nothing happens: a cancel, or a void of an authorization. If nobody has
   * claimed the record, nothing is held, and it is canceled at once.
   *
   * @param read the record as it was read: its state and epoch are the guard
   * @param owner who cancels, and still has to end what is held
   * @param unseen as {@link Verdict#unseen} says
   */
  public static Transition cancel(
      TransactionRecord read, CancelReason reason, Owner owner, List<TransactionId> unseen) {
    boolean isUnclaimed = read.state() == State.INITIAL;
    State to = isUnclaimed ? State.CANCELED : State.CANCELING;
    Optional<Owner> next = Optional.of(isUnclaimed ? owner.unwatched() : owner);
    return of(Kind.DECIDE, read.id(), read.state(), to, Optional.of(read.epoch()), next)
        .naming(Map.of(), Verdict.ofCanceled(unseen), Optional.of(reason));
  }

  /** A decided record ends: {@code applied} becomes done, and {@code canceling} canceled. */
  public static Transition finish(RecordId record, State from) {
    State to = from == State.APPLIED ? State.DONE : State.CANCELED;
    return of(Kind.FINISH, record, from, to, Optional.empty(), Optional.empty());
  }

  /** An ended record says that no member that it left out names it any more. */
  public static Transition forget(RecordId record, State ended) {
    return of(Kind.FORGET, record, ended, ended, Optional.empty(), Optional.empty());
  }

  /**
   * Returns whether the transition is the decision of a run, which must find the exclusions that it
   * read.
   */
  public boolean isByRun() {
    return kind == Kind.DECIDE && owner.isEmpty();
  }

  /**
   * Returns whether the transition only closes a record whose outcome is certain. Such a transition
   * need not wait for a majority: if a failure of the store undoes it, recovery makes it again.
   */
  public boolean isClosing() {
    return kind == Kind.FINISH || kind == Kind.FORGET;
  }

  /** Returns whether the record is as this transition must find it. */
  public boolean finds(TransactionRecord stored) {
    return stored.state() == from
        && epoch.map(stored.epoch()::equals).orElse(true)
        && switch (kind) {
          case ACQUIRE, FINISH, FORGET -> true;
          case AUTHORIZE ->
              stored.only().filter(body -> body.authorization().isPresent()).isPresent();
          case APPROVE -> approver.filter(name -> !stored.approvals().contains(name)).isPresent();
          case EXCLUDE ->
              record.isOfMany()
                  && excluded.keySet().stream()
                      .allMatch(
                          member ->
                              stored.members().contains(member)
                                  && !stored.excluded().containsKey(member));
          case DECIDE ->
              stored.approvals().size() >= approvals
                  && (!isByRun() || stored.excluded().equals(excluded));
        };
  }

  /** The record as this transition leaves it; none if it is not as it must be found. */
  public Optional<TransactionRecord> apply(TransactionRecord stored, Instant at) {
    return finds(stored) ? Optional.of(stored.after(this, at)) : Optional.empty();
  }
}
