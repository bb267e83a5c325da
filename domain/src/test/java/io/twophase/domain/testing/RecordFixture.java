package io.twophase.domain.testing;

import static io.twophase.domain.testing.Fixtures.NOW;

import io.twophase.domain.Epoch;
import io.twophase.domain.Owner.Token;
import io.twophase.domain.authorization.AuthorizationProgress;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.State.Timeline;
import io.twophase.domain.transaction.Transaction;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A transaction record to be, with one step of history.
 *
 * @param body what was asked for
 * @param state where it is
 * @param epoch of its owner
 * @param owner its owner's token, if it has an owner
 * @param reason why it was canceled, if it was
 */
public record RecordFixture(
    NewTransaction body,
    State state,
    Epoch epoch,
    Optional<Token> owner,
    Optional<CancelReason> reason) {

  static RecordFixture of(NewTransaction body) {
    return new RecordFixture(
        body, State.PENDING, Epoch.FIRST, Optional.of(new Token("owner")), Optional.empty());
  }

  /** The same, never claimed. */
  public RecordFixture unclaimed() {
    return new RecordFixture(body, State.INITIAL, Epoch.NONE, Optional.empty(), reason);
  }

  /**
   * The same, in another state; canceling and canceled ones have a reason, and what is authorized
   * was asked for as an authorization.
   */
  public RecordFixture in(State newState) {
    boolean canceled = newState == State.CANCELING || newState == State.CANCELED;
    boolean waits = newState == State.AUTHORIZED && body.authorization().isEmpty();
    return new RecordFixture(
        waits ? body.authorizedUnder(new AuthorizationTerms(Duration.ofDays(7))) : body,
        newState,
        epoch,
        owner,
        canceled ? reason.or(() -> Optional.of(Fixtures.ON_REQUEST)) : Optional.empty());
  }

  /** The same, at another epoch. */
  public RecordFixture at(long newEpoch) {
    return new RecordFixture(body, state, new Epoch(newEpoch), owner, reason);
  }

  /** The same, with another owner. */
  public RecordFixture ownedBy(Token token) {
    return new RecordFixture(body, state, epoch, Optional.of(token), reason);
  }

  /** The same, canceled for another reason. */
  public RecordFixture because(CancelReason newReason) {
    return new RecordFixture(body, state, epoch, owner, Optional.of(newReason));
  }

  /** The record. */
  public Transaction build() {
    return build(
        NOW, NOW, state.isFinal() ? Timeline.NONE.moved(State.PENDING, state, NOW) : Timeline.NONE);
  }

  /** The record, with these times. */
  public Transaction build(Instant created, Instant modified, Timeline steps) {
    return new Transaction(
        body,
        state,
        epoch,
        owner.map(token -> Fixtures.APP),
        Optional.empty(),
        owner,
        reason,
        created,
        modified,
        steps,
        AuthorizationProgress.NONE);
  }
}
