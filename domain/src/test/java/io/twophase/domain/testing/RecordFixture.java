package io.twophase.domain.testing;

import io.twophase.domain.ApplicationName;
import io.twophase.domain.Epoch;
import io.twophase.domain.Token;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Timeline;
import io.twophase.domain.transaction.Transaction;
import io.vavr.control.Option;
import java.time.Duration;

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
    Option<Token> owner,
    Option<CancelReason> reason) {

  static RecordFixture of(NewTransaction body) {
    return new RecordFixture(
        body, State.PENDING, Epoch.FIRST, Option.some(new Token("owner")), Option.none());
  }

  /** The same, never claimed. */
  public RecordFixture unclaimed() {
    return new RecordFixture(body, State.INITIAL, Epoch.NONE, Option.none(), reason);
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
        canceled ? reason.orElse(Option.some(Fixtures.ON_REQUEST)) : Option.none());
  }

  /** The same, at another epoch. */
  public RecordFixture at(long newEpoch) {
    return new RecordFixture(body, state, new Epoch(newEpoch), owner, reason);
  }

  /** The same, with another owner. */
  public RecordFixture ownedBy(Token token) {
    return new RecordFixture(body, state, epoch, Option.some(token), reason);
  }

  /** The same, canceled for another reason. */
  public RecordFixture because(CancelReason newReason) {
    return new RecordFixture(body, state, epoch, owner, Option.some(newReason));
  }

  /** The record. */
  public Transaction build() {
    Option<ApplicationName> application = owner.map(token -> Fixtures.APP);
    return new Transaction(
        body,
        state,
        epoch,
        application,
        owner,
        reason,
        Fixtures.NOW,
        Fixtures.NOW,
        state.isFinal() ? Timeline.NONE.moved(State.PENDING, state, Fixtures.NOW) : Timeline.NONE);
  }
}
