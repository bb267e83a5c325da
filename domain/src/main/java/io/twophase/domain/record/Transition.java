package io.twophase.domain.record;

import io.twophase.domain.ApproverName;
import io.twophase.domain.Epoch;
import io.twophase.domain.TransactionId;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.State;
import io.vavr.collection.LinkedHashMap;
import io.vavr.control.Option;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

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
    Option<Epoch> epoch,
    Option<Owner> owner,
    LinkedHashMap<TransactionId, CancelReason> excluded,
    Verdict verdict,
    Option<CancelReason> reason,
    Option<ApproverName> approver,
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
      Kind kind, RecordId record, State from, State to, Option<Epoch> epoch, Option<Owner> owner) {
    return new Transition(
        kind,
        record,
        from,
        to,
        epoch,
        owner,
        LinkedHashMap.empty(),
        Verdict.ALL_APPLIED,
        Option.none(),
        Option.none(),
        0);
  }

  private Transition naming(
      LinkedHashMap<TransactionId, CancelReason> members,
      Verdict decided,
      Option<CancelReason> why) {
    return new Transition(
        kind, record, from, to, epoch, owner, members, decided, why, approver, approvals);
  }

  private Transition approved(Option<ApproverName> by, int number) {
    return new Transition(
        kind, record, from, to, epoch, owner, excluded, verdict, reason, by, number);
  }

  /** A claim of an initial record, whose epoch is 0, or a take-over of a pending one. */
  public static Transition acquire(RecordId record, Epoch expected, Owner owner) {
    State from = expected.equals(Epoch.NONE) ? State.INITIAL : State.PENDING;
    return of(Kind.ACQUIRE, record, from, State.PENDING, Option.some(expected), Option.some(owner));
  }

  /** All of an authorization is held at {@code epoch}. */
  public static Transition authorize(RecordId record, Epoch epoch) {
    return of(
        Kind.AUTHORIZE, record, State.PENDING, State.AUTHORIZED, Option.some(epoch), Option.none());
  }

  /** {@code approver} approves an authorization. */
  public static Transition approve(RecordId record, Epoch epoch, ApproverName approver) {
    State authorized = State.AUTHORIZED;
    return of(Kind.APPROVE, record, authorized, authorized, Option.some(epoch), Option.none())
        .approved(Option.some(approver), 0);
  }

  /** A member of a pending record of several is canceled, at whatever epoch. */
  public static Transition exclude(RecordId record, TransactionId member, CancelReason reason) {
    State pending = State.PENDING;
    return of(Kind.EXCLUDE, record, pending, pending, Option.none(), Option.none())
        .naming(LinkedHashMap.of(member, reason.inBatch()), Verdict.ALL_APPLIED, Option.none());
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
      LinkedHashMap<TransactionId, CancelReason> excluded,
      Verdict verdict) {
    boolean appliesSome =
        members.stream().anyMatch(id -> !excluded.containsKey(id) && verdict.applies(id));
    boolean isRefusal = !record.isOfMany() && !appliesSome;
    State to = appliesSome ? State.APPLIED : State.CANCELING;
    return of(Kind.DECIDE, record, State.PENDING, to, Option.some(epoch), Option.none())
        .naming(
            excluded,
            isRefusal ? Verdict.ALL_APPLIED : verdict,
            isRefusal ? verdict.refused().get(members.get(0)) : Option.none());
  }

  /**
   * The decision that an authorization happens.
   *
   * @param moved the amounts of its operations on accounts; empty if all that is held is captured
   * @param approvals how many approvals the record must have
   */
  public static Transition capture(
      TransactionId only, Epoch epoch, List<Long> moved, int approvals, Owner owner) {
    return of(
            Kind.DECIDE,
            RecordId.of(only),
            State.AUTHORIZED,
            State.APPLIED,
            Option.some(epoch),
            Option.some(owner))
        .naming(LinkedHashMap.empty(), Verdict.moving(only, moved), Option.none())
        .approved(Option.none(), approvals);
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
    return of(
            Kind.DECIDE,
            read.id(),
            read.state(),
            isUnclaimed ? State.CANCELED : State.CANCELING,
            Option.some(read.epoch()),
            Option.some(isUnclaimed ? owner.unwatched() : owner))
        .naming(LinkedHashMap.empty(), Verdict.ofCanceled(unseen), Option.some(reason));
  }

  /** A decided record ends: {@code applied} becomes done, and {@code canceling} canceled. */
  public static Transition finish(RecordId record, State from) {
    State to = from == State.APPLIED ? State.DONE : State.CANCELED;
    return of(Kind.FINISH, record, from, to, Option.none(), Option.none());
  }

  /** An ended record says that no member that it left out names it any more. */
  public static Transition forget(RecordId record, State ended) {
    return of(Kind.FORGET, record, ended, ended, Option.none(), Option.none());
  }

  /**
   * Whether the transition is the decision of a run, which must find the exclusions that it read.
   */
  public boolean isByRun() {
    return kind == Kind.DECIDE && owner.isEmpty();
  }

  /**
   * Whether the transition only closes a record whose outcome is certain. Such a transition need
   * not wait for a majority: if a failure of the store undoes it, recovery makes it again.
   */
  public boolean isClosing() {
    return kind == Kind.FINISH || kind == Kind.FORGET;
  }

  /** Whether the record is as this transition must find it. */
  public boolean finds(TransactionRecord stored) {
    return stored.state() == from
        && epoch.forAll(stored.epoch()::equals)
        && switch (kind) {
          case ACQUIRE, FINISH, FORGET -> true;
          case AUTHORIZE -> stored.only().exists(body -> body.authorization().isDefined());
          case APPROVE -> approver.exists(name -> !stored.approvals().contains(name));
          case EXCLUDE ->
              record.isOfMany()
                  && excluded
                      .keySet()
                      .forAll(
                          member ->
                              stored.members().contains(member)
                                  && !stored.excluded().containsKey(member));
          case DECIDE ->
              stored.approvals().size() >= approvals
                  && (!isByRun() || stored.excluded().equals(excluded));
        };
  }

  /** The record as this transition leaves it; none if it is not as it must be found. */
  public Option<TransactionRecord> apply(TransactionRecord stored, Instant at) {
    return Option.when(finds(stored), () -> change(stored, at));
  }

  /** The record as this transition leaves it; only for one that it {@link #finds}. */
  public TransactionRecord change(TransactionRecord stored, Instant at) {
    boolean decides = kind == Kind.DECIDE;
    return new TransactionRecord(
        stored.id(),
        stored.members(),
        stored.only(),
        stored.inOrder(),
        to,
        kind == Kind.ACQUIRE ? stored.epoch().next() : stored.epoch(),
        owner.orElse(stored.owner()),
        kind == Kind.EXCLUDE ? stored.excluded().merge(excluded) : stored.excluded(),
        decides ? verdict : stored.verdict(),
        decides ? !verdict.left().isEmpty() : stored.leavesOut() && kind != Kind.FORGET,
        decides ? reason : stored.reason(),
        approvals(stored),
        stored.createdAt(),
        kind == Kind.FORGET ? stored.lastModified() : at,
        hasStep() ? stored.timeline().moved(from, to, at) : stored.timeline());
  }

  private boolean hasStep() {
    return kind != Kind.EXCLUDE && kind != Kind.FORGET;
  }

  private List<ApproverName> approvals(TransactionRecord stored) {
    if (approver.isEmpty()) {
      return stored.approvals();
    }
    List<ApproverName> approved = new ArrayList<>(stored.approvals());
    approved.add(approver.get());
    return approved;
  }
}
