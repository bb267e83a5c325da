package io.twophase.domain.batch.record;

import io.twophase.domain.batch.Verdict;
import io.twophase.domain.id.ApplicationName;
import io.twophase.domain.id.BatchId;
import io.twophase.domain.id.Epoch;
import io.twophase.domain.id.OwnerId;
import io.twophase.domain.id.Token;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.State;
import io.vavr.collection.LinkedHashMap;
import io.vavr.control.Option;
import java.time.Instant;
import java.util.List;

/**
 * The record that decides a batch. Whoever reads it, and its members' documents, can finish the
 * work.
 *
 * @param id names it
 * @param members the transfers that it may decide, in the order in which they are run; none of a
 *     {@link #tombstone}
 * @param inOrder whether the outcome must be that of running them one after the other
 * @param state where it is; never initial, nor authorized
 * @param epoch 1 at first, then raised by each take-over; 0 of a tombstone
 * @param excluded who was canceled before the decision, and why
 * @param verdict what the decision says of the members; {@link Verdict#allApplied} before it
 * @param leavesOut whether a member that it left out may still name it, so that recovery looks:
 *     from a decision on that leaves members out, and of every tombstone, until somebody has seen
 *     that none does
 * @param owner who works on it: application, process, token
 * @param reason why the whole was canceled, from canceling on
 * @param createdAt when it was begun, by the store's clock
 * @param lastModified when it last changed, by the store's clock
 * @param decidedAt when it was decided, or canceled as a whole, by the store's clock: when what is
 *     applied of it happened; none before that
 */
public record BatchRecord(
    BatchId id,
    List<TransactionId> members,
    boolean inOrder,
    State state,
    Epoch epoch,
    LinkedHashMap<TransactionId, CancelReason> excluded,
    Verdict verdict,
    boolean leavesOut,
    Option<Owner> owner,
    Option<CancelReason> reason,
    Instant createdAt,
    Instant lastModified,
    Option<Instant> decidedAt) {

  /**
   * Who works on a batch.
   *
   * @param application whose process it is
   * @param process the running process, if others can see whether it is alive
   * @param token what this run wrote, to recognise its own write
   */
  public record Owner(ApplicationName application, Option<OwnerId> process, Token token) {}

  /**
   * @throws IllegalArgumentException if it is initial or authorized, is canceled without a reason,
   *     or has no member and is not canceled
   */
  public BatchRecord {
    members = List.copyOf(members);
    boolean isCanceled = state == State.CANCELING || state == State.CANCELED;
    if (state == State.INITIAL
        || state == State.AUTHORIZED
        || reason.isDefined() != isCanceled
        || (members.isEmpty() && state != State.CANCELED)) {
      throw new IllegalArgumentException(id + " is " + state + " for " + reason + " of " + members);
    }
  }

  /** One that is not decided, or of which nobody has noted when. */
  public BatchRecord(
      BatchId id,
      List<TransactionId> members,
      boolean inOrder,
      State state,
      Epoch epoch,
      LinkedHashMap<TransactionId, CancelReason> excluded,
      Verdict verdict,
      boolean leavesOut,
      Option<Owner> owner,
      Option<CancelReason> reason,
      Instant createdAt,
      Instant lastModified) {
    this(
        id,
        members,
        inOrder,
        state,
        epoch,
        excluded,
        verdict,
        leavesOut,
        owner,
        reason,
        createdAt,
        lastModified,
        Option.none());
  }

  /** The record of a batch that its first owner begins. */
  public static BatchRecord begun(NewBatch batch, Owner owner, Instant at) {
    return new BatchRecord(
        batch.id(),
        batch.ids(),
        batch.inOrder(),
        State.PENDING,
        Epoch.FIRST,
        LinkedHashMap.empty(),
        Verdict.allApplied(),
        false,
        Option.some(owner),
        Option.none(),
        at,
        at);
  }

  /**
   * The record that makes a batch end of which only members or holds were found: its real record
   * can never be inserted then.
   */
  public static BatchRecord tombstone(BatchId id, Instant at) {
    return new BatchRecord(
        id,
        List.of(),
        false,
        State.CANCELED,
        Epoch.NONE,
        LinkedHashMap.empty(),
        Verdict.allApplied(),
        true,
        Option.none(),
        Option.some(new CancelReason.NeverBegun()),
        at,
        at);
  }

  /** Whether it only keeps its id. */
  public boolean isTombstone() {
    return members.isEmpty();
  }

  /** Where the member is whose document names this batch. */
  public MemberState of(TransactionId member) {
    return members.contains(member) ? ofListed(member) : new MemberState.LeftOut();
  }

  /** The same of a member that it lists, which is not looked for. */
  public MemberState ofListed(TransactionId member) {
    if (reason.isDefined()) {
      return new MemberState.Canceled(reason.get());
    }
    Option<CancelReason> exclusion = excluded.get(member);
    if (exclusion.isDefined()) {
      return new MemberState.Canceled(exclusion.get());
    }
    return state == State.PENDING ? new MemberState.Pending() : decided(member);
  }

  private MemberState decided(TransactionId member) {
    if (verdict.left().contains(member)) {
      return new MemberState.LeftOut();
    }
    return verdict
        .refused()
        .get(member)
        .<MemberState>map(why -> new MemberState.Canceled(new CancelReason.Refused(why)))
        .getOrElse(() -> new MemberState.Applied(state == State.DONE));
  }

  /**
   * Whether the member, whose document names this batch, may go on in another batch or alone: it
   * was left out, and nothing of this batch is held any more (rule 20). Only a record that a
   * majority has says so.
   */
  public boolean frees(TransactionId member) {
    return state.isFinal() && isLeftOut(member);
  }

  /** Whether the decision leaves the member out. */
  public boolean isLeftOut(TransactionId member) {
    return of(member) instanceof MemberState.LeftOut;
  }

  /** The members that happen, of a record that is decided, in their order. */
  public List<TransactionId> applied() {
    return members.stream().filter(id -> ofListed(id) instanceof MemberState.Applied).toList();
  }

  /** When it ended, if it has. */
  public Option<Instant> endedAt() {
    return Option.when(state.isFinal(), lastModified);
  }

  /** Whether {@code token} is the one that the owner of the epoch wrote. */
  public boolean isOwnedBy(Token token) {
    return owner.exists(worker -> worker.token().equals(token));
  }

  BatchRecord with(State newState, Epoch newEpoch, Option<Owner> newOwner, Instant at) {
    return new BatchRecord(
        id, members, inOrder, newState, newEpoch, excluded, verdict, leavesOut, newOwner, reason,
        createdAt, at, decidedAt);
  }

  BatchRecord canceling(Verdict newVerdict, Owner newOwner, CancelReason newReason, Instant at) {
    return new BatchRecord(
        id,
        members,
        inOrder,
        State.CANCELING,
        epoch,
        excluded,
        newVerdict,
        leavesOut,
        Option.some(newOwner),
        Option.some(newReason),
        createdAt,
        at,
        Option.some(at));
  }

  BatchRecord decided(Verdict newVerdict, Instant at) {
    return new BatchRecord(
        id,
        members,
        inOrder,
        State.APPLIED,
        epoch,
        excluded,
        newVerdict,
        !newVerdict.left().isEmpty(),
        owner,
        reason,
        createdAt,
        at,
        Option.some(at));
  }

  BatchRecord excluding(TransactionId member, CancelReason why, Instant at) {
    return new BatchRecord(
        id,
        members,
        inOrder,
        state,
        epoch,
        excluded.put(member, why),
        verdict,
        leavesOut,
        owner,
        reason,
        createdAt,
        at);
  }

  /**
   * The record once somebody has seen that no member that it left out names it any more. It counts
   * as unchanged since it ended.
   */
  public BatchRecord withoutLeftOut() {
    return new BatchRecord(
        id,
        members,
        inOrder,
        state,
        epoch,
        excluded,
        verdict,
        false,
        owner,
        reason,
        createdAt,
        lastModified,
        decidedAt);
  }
}
