package io.twophase.domain.transaction;

import io.twophase.domain.ApplicationName;
import io.twophase.domain.Epoch;
import io.twophase.domain.Owner.OwnerId;
import io.twophase.domain.Owner.Token;
import io.twophase.domain.TransactionId;
import io.twophase.domain.authorization.AuthorizationProgress;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.transaction.State.Timeline;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The transaction record: the coordinator of the two-phase commit. Any reader of it can finish the
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
 * @param timeline when it came to each of its steps
 * @param progress of an authorization, who has approved it and what was captured of it
 */
public record Transaction(
    NewTransaction body,
    State state,
    Epoch epoch,
    Optional<ApplicationName> application,
    Optional<OwnerId> owner,
    Optional<Token> token,
    Optional<CancelReason> reason,
    Instant createdAt,
    Instant lastModified,
    Timeline timeline,
    AuthorizationProgress progress) {

  /** Names it. */
  public TransactionId id() {
    return body.id();
  }

  /** Returns what it does. */
  public List<Operation> operations() {
    return body.operations();
  }

  /** Those of its operations that move money. */
  public List<AccountOperation> accountOperations() {
    return body.accountOperations();
  }

  /**
   * Those of its operations that move money, each of the amount that it moves if it is decided: of
   * an authorization, what was captured.
   */
  public List<AccountOperation> capturedOperations() {
    return progress.captured().of(accountOperations());
  }

  /** When it expires, if it is an authorization. */
  public Optional<Instant> expiresAt() {
    return body.authorization().map(terms -> terms.expiresAt(createdAt));
  }

  /**
   * Returns whether the opening balances of its accounts include it: a done record without an epoch
   * was done by the tutorial's protocol, and its accounts were adopted later.
   */
  public boolean isInTheOpenings() {
    return state == State.DONE && epoch.equals(Epoch.NONE);
  }

  /** Returns whether it waits for its capture though it has expired by {@code now}. */
  public boolean isOverdueAt(Instant now) {
    return state == State.AUTHORIZED
        && expiresAt().filter(expiry -> !expiry.isAfter(now)).isPresent();
  }

  /**
   * Its steps, oldest first, as its fields tell them. After several take-overs it has the last one.
   * A step that an earlier owner took has no application: the record names the last owner only.
   */
  public List<HistoryEntry> history() {
    List<HistoryEntry> steps = new ArrayList<>();
    State decided = state.isApplied() ? State.APPLIED : State.CANCELING;
    boolean wasSubmitted = epoch.equals(Epoch.NONE) || timeline.claimedAt().isPresent();
    if (!body.isTombstone()) {
      steps.add(
          wasSubmitted
              ? new HistoryEntry(State.INITIAL, Epoch.NONE, Optional.empty(), createdAt)
              : ofFirstOwner(createdAt));
    }
    timeline.claimedAt().ifPresent(at -> steps.add(ofFirstOwner(at)));
    timeline.takenOverAt().ifPresent(at -> steps.add(ofOwner(State.PENDING, at)));
    timeline.authorizedAt().ifPresent(at -> steps.add(ofOwner(State.AUTHORIZED, at)));
    timeline.decidedAt().ifPresent(at -> steps.add(ofOwner(decided, at)));
    timeline.finishedAt().ifPresent(at -> steps.add(ofOwner(state, at)));
    return List.copyOf(steps);
  }

  private HistoryEntry ofFirstOwner(Instant at) {
    boolean isOwner = epoch.equals(Epoch.FIRST);
    return new HistoryEntry(
        State.PENDING, Epoch.FIRST, isOwner ? application : Optional.empty(), at);
  }

  private HistoryEntry ofOwner(State step, Instant at) {
    return new HistoryEntry(step, epoch, application, at);
  }
}
