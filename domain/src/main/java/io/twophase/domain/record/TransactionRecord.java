package io.twophase.domain.record;

import io.twophase.domain.ApproverName;
import io.twophase.domain.Epoch;
import io.twophase.domain.Owner;
import io.twophase.domain.Owner.OwnerId;
import io.twophase.domain.Owner.Token;
import io.twophase.domain.TransactionId;
import io.twophase.domain.authorization.AuthorizationProgress;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.NewRecord.MemberDocument;
import io.twophase.domain.record.Verdict.Fate;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.State.Timeline;
import io.twophase.domain.transaction.Transaction;
import java.time.Instant;
import java.util.AbstractList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.RandomAccess;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The record that decides one or several members: the coordinator of the two-phase commit. A worker
 * that reads it, and its members' documents, can finish the work.
 *
 * @param id names it
 * @param members who may be decided by it, in the order in which they are run; none of a tombstone
 *     of several
 * @param only what its only member asks for: the body of a record of one lies in the record
 * @param inOrder whether the outcome must be that of running the members one after the other
 * @param state where it is; a record of several is never initial, nor authorized
 * @param epoch 0 until it is claimed, and of a tombstone; then raised by each take-over
 * @param owner the worker that owns the epoch, or that canceled or captured the record
 * @param excluded the members that were canceled before the decision, and why; none of a record of
 *     one
 * @param verdict what the decision says of the members; {@link Verdict#ALL_APPLIED} before it. In a
 *     record of one it only says how much is moved: a refusal is the record's reason
 * @param leavesOut whether a member that it left out may still name it, so that recovery looks:
 *     from a decision on that leaves members out, and of every tombstone of several, until somebody
 *     has seen that no member does
 * @param reason why the whole was canceled; none if it was not, or if each member says why
 * @param approvals who has approved an authorization, in their order; nobody twice
 * @param createdAt when it was begun, by the store's clock
 * @param lastModified when it last changed, by the store's clock; a forget counts as no change
 * @param timeline when it came to each of its steps
 */
public record TransactionRecord(
    RecordId id,
    List<TransactionId> members,
    Optional<NewTransaction> only,
    boolean inOrder,
    State state,
    Epoch epoch,
    Optional<Owner> owner,
    Map<TransactionId, CancelReason> excluded,
    Verdict verdict,
    boolean leavesOut,
    Optional<CancelReason> reason,
    List<ApproverName> approvals,
    Instant createdAt,
    Instant lastModified,
    Timeline timeline) {

  private static final Optional<Fate> ALL_APPLIED = Optional.of(Fate.APPLIED);

  /**
   * @throws IllegalArgumentException if its state is one that such a record never has, if it is
   *     canceled for no reason or has a reason and is not canceled, or if its only member is
   *     another than the one that it lists
   */
  public TransactionRecord {
    excluded = Verdict.ordered(excluded);
    members = members.size() > MemberIds.FEW ? MemberIds.of(members) : List.copyOf(members);
    approvals = List.copyOf(approvals);
    boolean isCanceled = state == State.CANCELING || state == State.CANCELED;
    boolean isConsistent =
        id.isOfMany()
            ? only.isEmpty() && isPossible(state, members) && (isCanceled || reason.isEmpty())
            : only.filter(body -> isPossible(state, body, id)).isPresent()
                && members.size() == 1
                && members.get(0).equals(only.orElseThrow().id())
                && isCanceled == reason.isPresent();
    if (!isConsistent) {
      throw new IllegalArgumentException(
          "record " + id + " is " + state + " for " + reason + " of " + members);
    }
  }

  private static boolean isPossible(State state, List<TransactionId> members) {
    return state != State.INITIAL
        && state != State.AUTHORIZED
        && (!members.isEmpty() || state == State.CANCELED);
  }

  private static boolean isPossible(State state, NewTransaction body, RecordId id) {
    return id.value().equals(body.id().value())
        && (state != State.AUTHORIZED || body.authorization().isPresent())
        && (state == State.CANCELED || !body.isTombstone());
  }

  /** Returns the record with other times in place of its own. */
  public TransactionRecord withTimes(UnaryOperator<Instant> times) {
    return new TransactionRecord(
        id,
        members,
        only,
        inOrder,
        state,
        epoch,
        owner,
        excluded,
        verdict,
        leavesOut,
        reason,
        approvals,
        times.apply(createdAt),
        times.apply(lastModified),
        timeline.map(times));
  }

  /** The record as a transition leaves it, which must be one that {@link Transition#finds} it. */
  public TransactionRecord after(Transition change, Instant at) {
    Transition.Kind kind = change.kind();
    State to = change.to();
    boolean decides = kind == Transition.Kind.DECIDE;
    boolean forgets = kind == Transition.Kind.FORGET;
    Verdict decided = decides ? change.verdict() : verdict;
    return new TransactionRecord(
        id,
        members,
        only,
        inOrder,
        to,
        kind == Transition.Kind.ACQUIRE ? epoch.next() : epoch,
        change.owner().or(() -> owner),
        kind == Transition.Kind.EXCLUDE ? together(excluded, change.excluded()) : excluded,
        decided,
        decides ? !decided.left().isEmpty() : leavesOut && !forgets,
        decides ? change.reason() : reason,
        change.approver().isEmpty()
            ? approvals
            : Stream.concat(approvals.stream(), change.approver().stream()).toList(),
        createdAt,
        forgets ? lastModified : at,
        kind == Transition.Kind.EXCLUDE || forgets ? timeline : timeline.moved(state, to, at));
  }

  private static Map<TransactionId, CancelReason> together(
      Map<TransactionId, CancelReason> before, Map<TransactionId, CancelReason> more) {
    Map<TransactionId, CancelReason> all = new LinkedHashMap<>(before);
    more.forEach(all::putIfAbsent);
    return all;
  }

  /** Returns whether the record only keeps its id. */
  public boolean isTombstone() {
    return members.isEmpty() || only.filter(NewTransaction::isTombstone).isPresent();
  }

  /**
   * The record says this of a member that names it; none while that is undecided. A member that is
   * excluded, left out or refused is so whatever the record's state, in a canceled record too. A
   * member that it does not list is left out.
   */
  public Optional<Fate> fate(TransactionId member) {
    return members.contains(member) ? ofListed(member) : Optional.of(Fate.LEFT);
  }

  private Optional<Fate> ofListed(TransactionId member) {
    if (areAllApplied()) {
      return ALL_APPLIED;
    }
    Optional<Fate> exclusion = Optional.ofNullable(excluded.get(member)).map(Fate::excluded);
    if (exclusion.isPresent() || !state.isDecided()) {
      return exclusion;
    }
    Fate fate = verdict.of(member);
    return Optional.of(fate.isApplied() ? reason.map(Fate::excluded).orElse(fate) : fate);
  }

  /**
   * Returns whether the member, which names this record, may go on in another record, or be
   * canceled: the record left it out, and has no holds any more. Only a record that a majority has
   * says so.
   */
  public boolean frees(TransactionId member) {
    return state.isFinal() && fate(member).equals(Optional.of(Fate.LEFT));
  }

  /** The members that happen, in their order; none while the record is undecided. */
  public List<TransactionId> applied() {
    return areAllApplied()
        ? members
        : members.stream().filter(id -> ofListed(id).filter(Fate::isApplied).isPresent()).toList();
  }

  /** Returns whether the outcome is certain, even where work is left. */
  public boolean isDecided() {
    return state.isDecided();
  }

  /** Returns whether it is decided that every member happens, with all that it asks for. */
  public boolean areAllApplied() {
    return state.isDecided() && reason.isEmpty() && excluded.isEmpty() && verdict.isOfAll();
  }

  /** When it ended, if it has. */
  public Optional<Instant> endedAt() {
    return timeline.finishedAt().filter(at -> state.isFinal());
  }

  /** The process of its owner, if the owner says which. */
  public Optional<OwnerId> process() {
    return owner.flatMap(Owner::process);
  }

  /** Returns whether {@code token} is the one that its owner wrote. */
  public boolean isOwnedBy(Token token) {
    return owner.filter(worker -> worker.token().equals(token)).isPresent();
  }

  /** The transaction of a record of one. */
  public Optional<Transaction> alone() {
    return only.map(
        body ->
            new Transaction(
                body,
                state,
                epoch,
                owner.map(Owner::application),
                process(),
                owner.map(Owner::token),
                reason,
                createdAt,
                lastModified,
                timeline,
                new AuthorizationProgress(approvals, verdict.of(body.id()).captured(body))));
  }

  /** The member that names this record, as readers know transactions. */
  public Transaction of(MemberDocument member) {
    return MemberView.of(member, this);
  }

  /** The ids of a large record, which is asked about every member that it lists. */
  private static final class MemberIds extends AbstractList<TransactionId> implements RandomAccess {

    private static final int FEW = 8;

    private final List<TransactionId> ids;
    private volatile @Nullable Set<TransactionId> index;

    private MemberIds(List<TransactionId> ids) {
      this.ids = List.copyOf(ids);
    }

    static MemberIds of(List<TransactionId> ids) {
      return ids instanceof MemberIds same ? same : new MemberIds(ids);
    }

    @Override
    public TransactionId get(int at) {
      return ids.get(at);
    }

    @Override
    public int size() {
      return ids.size();
    }

    @Override
    public Iterator<TransactionId> iterator() {
      return ids.iterator();
    }

    @Override
    public boolean contains(@Nullable Object id) {
      return index().contains(id);
    }

    private Set<TransactionId> index() {
      Set<TransactionId> built = index;
      if (built == null) {
        built = new HashSet<>(ids);
        index = built;
      }
      return built;
    }
  }
}
