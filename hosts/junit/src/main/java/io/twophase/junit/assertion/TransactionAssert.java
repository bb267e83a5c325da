package io.twophase.junit.assertion;

import io.twophase.domain.Reason;
import io.twophase.domain.record.TransactionLookup;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.twophase.junit.assertion.OutcomeAssert.Said;
import java.util.Locale;

/** Assertions on a transaction as it was read. */
public class TransactionAssert
    extends LookupAssert<TransactionAssert, TransactionLookup, Transaction> {

  TransactionAssert(TransactionLookup actual) {
    super(actual, TransactionAssert.class);
  }

  /** It is in this state. */
  public TransactionAssert isInState(State state) {
    return is(thing().state() == state, word(state), "");
  }

  /** It has happened, all of it. */
  public TransactionAssert isDone() {
    return isInState(State.DONE);
  }

  /** It has not happened, never will, and nothing of it is held. */
  public TransactionAssert isCanceled() {
    return isInState(State.CANCELED);
  }

  /** All of it is held, and it waits to be captured or voided. */
  public TransactionAssert isAuthorized() {
    return isInState(State.AUTHORIZED);
  }

  /** Nobody has decided yet whether it happens. */
  public TransactionAssert isUndecided() {
    return is(!thing().state().isDecided(), "undecided", "");
  }

  /**
   * It is canceled, or is about to be, for this reason, such as {@code
   * HoldRefusal.InsufficientFunds.class}.
   */
  public TransactionAssert isCanceledFor(Class<? extends Reason> reason) {
    return is(
        thing().reason().filter(why -> reason.isInstance(why.said())).isPresent(),
        "canceled for " + reason.getSimpleName(),
        "");
  }

  /** Another process has taken it over from the one that began it. */
  public TransactionAssert wasTakenOver() {
    return is(
        thing().timeline().takenOverAt().isPresent(),
        "taken over",
        ", and nobody has taken it over");
  }

  private TransactionAssert is(boolean isSo, String wanted, String besides) {
    Transaction record = thing();
    String why = record.reason().map(reason -> ": " + Said.text(reason)).orElse("");
    return require(isSo, "to be " + wanted, "it is " + word(record.state()) + why + besides);
  }

  private static String word(State state) {
    return state.name().toLowerCase(Locale.ROOT);
  }

  @Override
  Seen<Transaction> seen() {
    return actual.fold(
        found -> Seen.there(Said.subject(found.record().id()), found.record()),
        absent -> Seen.none(Said.subject(absent.id())),
        unreadable ->
            Seen.faulty(
                "transaction " + unreadable.id(), "it cannot be read: " + unreadable.fault()),
        removed -> Seen.faulty(Said.subject(removed.receipt().id()), "its record was removed"));
  }
}
