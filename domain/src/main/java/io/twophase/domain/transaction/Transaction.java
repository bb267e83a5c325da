package io.twophase.domain.transaction;

import io.twophase.domain.id.ApplicationName;
import io.twophase.domain.id.Epoch;
import io.twophase.domain.id.OwnerId;
import io.twophase.domain.id.Token;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.operation.Operation;
import io.vavr.control.Option;
import java.time.Instant;
import java.util.List;

/**
 * The transaction record: the coordinator of the two-phase commit. Whoever reads it can finish the
 * work.
 *
 * @param body what was asked for; never changes
 * @param state where it is
 * @param epoch 0 until claimed, then raised by each take-over
 * @param application whose process owns the epoch, if it was ever claimed
 * @param owner which running process works on it, the owner of the epoch or the canceller, where it
 *     names itself: others see there whether it is alive
 * @param token what the owner of the epoch (or the canceller) wrote, to recognise its own write
 * @param reason why it was canceled, from canceling on
 * @param createdAt when it was begun, by the store's clock
 * @param lastModified when it last changed, by the store's clock
 * @param history its last steps, oldest first, at most {@link #HISTORY_LIMIT}
 */
public record Transaction(
    NewTransaction body,
    State state,
    Epoch epoch,
    Option<ApplicationName> application,
    Option<OwnerId> owner,
    Option<Token> token,
    Option<CancelReason> reason,
    Instant createdAt,
    Instant lastModified,
    List<HistoryEntry> history) {

  /** How many steps a record keeps: each take-over adds one, and a document has a size limit. */
  public static final int HISTORY_LIMIT = 32;

  /**
   * @throws IllegalArgumentException if it is canceling or canceled and has no reason, or does
   *     nothing and is not canceled
   */
  public Transaction {
    if (body.isTombstone() && state != State.CANCELED) {
      throw new IllegalArgumentException("transaction " + body.id() + " does nothing: " + state);
    }
    if (reason.isEmpty() && (state == State.CANCELING || state == State.CANCELED)) {
      throw new IllegalArgumentException(
          "transaction " + body.id() + " is " + state + " without a reason");
    }
    history = List.copyOf(history);
  }

  /** One that names no owner. */
  public Transaction(
      NewTransaction body,
      State state,
      Epoch epoch,
      Option<ApplicationName> application,
      Option<Token> token,
      Option<CancelReason> reason,
      Instant createdAt,
      Instant lastModified,
      List<HistoryEntry> history) {
    this(
        body,
        state,
        epoch,
        application,
        Option.none(),
        token,
        reason,
        createdAt,
        lastModified,
        history);
  }

  /** The record of a transaction that is submitted for anybody to claim. */
  public static Transaction submitted(NewTransaction body, Instant at) {
    return first(body, State.INITIAL, Epoch.NONE, Option.none(), Option.none(), Option.none(), at);
  }

  /** The record of a transaction that its first owner begins at once. */
  public static Transaction begun(
      NewTransaction body,
      ApplicationName application,
      Option<OwnerId> owner,
      Token token,
      Instant at) {
    return first(
        body, State.PENDING, Epoch.FIRST, Option.some(application), owner, Option.some(token), at);
  }

  /** The same, of an owner that does not name itself. */
  public static Transaction begun(
      NewTransaction body, ApplicationName application, Token token, Instant at) {
    return begun(body, application, Option.none(), token, at);
  }

  /** The record that keeps the id of a transaction of which only holds were found. */
  public static Transaction tombstone(TransactionId id, Instant at) {
    return new Transaction(
        NewTransaction.tombstone(id),
        State.CANCELED,
        Epoch.NONE,
        Option.none(),
        Option.none(),
        Option.some(new CancelReason.NeverBegun()),
        at,
        at,
        List.of(new HistoryEntry(State.CANCELED, Epoch.NONE, Option.none(), at)));
  }

  private static Transaction first(
      NewTransaction body,
      State state,
      Epoch epoch,
      Option<ApplicationName> application,
      Option<OwnerId> owner,
      Option<Token> token,
      Instant at) {
    return new Transaction(
        body,
        state,
        epoch,
        application,
        owner,
        token,
        Option.none(),
        at,
        at,
        List.of(new HistoryEntry(state, epoch, application, at)));
  }

  /** Names it. */
  public TransactionId id() {
    return body.id();
  }

  /** What it does. */
  public List<Operation> operations() {
    return body.operations();
  }

  /** Those of its operations that move money. */
  public List<AccountOperation> accountOperations() {
    return body.accountOperations();
  }

  /** Whether {@code token} is the one that the owner of the epoch wrote. */
  public boolean isOwnedBy(Token owner) {
    return token.contains(owner);
  }

  Transaction moved(
      State to,
      Epoch toEpoch,
      Option<ApplicationName> newApplication,
      Option<OwnerId> newOwner,
      Option<Token> newToken,
      Option<CancelReason> newReason,
      Instant at) {
    return new Transaction(
        body,
        to,
        toEpoch,
        newApplication,
        newOwner,
        newToken,
        newReason,
        createdAt,
        at,
        longerBy(new HistoryEntry(to, toEpoch, newApplication, at)));
  }

  private List<HistoryEntry> longerBy(HistoryEntry last) {
    int kept = Math.min(history.size(), HISTORY_LIMIT - 1);
    int forgotten = history.size() - kept;
    HistoryEntry[] longer = new HistoryEntry[kept + 1];
    for (int at = 0; at < kept; at++) {
      longer[at] = history.get(forgotten + at);
    }
    longer[kept] = last;
    return List.of(longer);
  }
}
