package io.twophase.junit.assertion;

import io.twophase.domain.Reason;
import io.twophase.domain.record.TransactionLookup;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import java.util.Locale;
import java.util.Optional;
import org.assertj.core.api.AbstractAssert;

/** Assertions on a transaction as it was read. */
public class TransactionAssert extends AbstractAssert<TransactionAssert, TransactionLookup> {

  TransactionAssert(TransactionLookup actual) {
    super(actual, TransactionAssert.class);
  }

  /** There is such a transaction, and it can be read. */
  public TransactionAssert exists() {
    record();
    return this;
  }

  /** There is no transaction of this id. */
  public TransactionAssert isAbsent() {
    isNotNull();
    boolean isThere =
        actual.<Boolean>fold(found -> true, absent -> false, unreadable -> true, removed -> true);
    if (isThere) {
      failWithMessage("%nExpecting %s%nnot to exist%nbut it is there", subject());
    }
    return this;
  }

  /** It is in this state. */
  public TransactionAssert isInState(State state) {
    Transaction record = record();
    if (record.state() != state) {
      failWithMessage(
          "%nExpecting %s%nto be %s%nbut it is %s", subject(), word(state), text(record));
    }
    return this;
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
    Transaction record = record();
    if (record.state().isDecided()) {
      failWithMessage("%nExpecting %s%nto be undecided%nbut it is %s", subject(), text(record));
    }
    return this;
  }

  /**
   * It is canceled, or is about to be, for this reason, such as {@code
   * HoldRefusal.InsufficientFunds.class}.
   */
  public TransactionAssert isCanceledFor(Class<? extends Reason> reason) {
    Transaction record = record();
    boolean isSo = record.reason().filter(why -> reason.isInstance(why.said())).isPresent();
    if (!isSo) {
      failWithMessage(
          "%nExpecting %s%nto be canceled for %s%nbut it is %s",
          subject(), reason.getSimpleName(), text(record));
    }
    return this;
  }

  /** Another process has taken it over from the one that began it. */
  public TransactionAssert wasTakenOver() {
    Transaction record = record();
    if (record.timeline().takenOverAt().isEmpty()) {
      failWithMessage(
          "%nExpecting %s%nto be taken over%nbut it is %s, and nobody has taken it over",
          subject(), text(record));
    }
    return this;
  }

  private static String word(State state) {
    return state.name().toLowerCase(Locale.ROOT);
  }

  private static String text(Transaction record) {
    return word(record.state()) + record.reason().map(why -> ": " + Said.text(why)).orElse("");
  }

  private String subject() {
    return actual.fold(
        found -> Said.subject(found.record().id()),
        absent -> Said.subject(absent.id()),
        unreadable -> "transaction " + unreadable.id(),
        removed -> Said.subject(removed.receipt().id()));
  }

  private Transaction record() {
    isNotNull();
    Optional<Transaction> record =
        actual.fold(
            found -> Optional.of(found.record()),
            absent -> Optional.empty(),
            unreadable -> Optional.empty(),
            removed -> Optional.empty());
    if (record.isEmpty()) {
      failWithMessage(
          "%nExpecting %s%nto exist%nbut %s",
          subject(),
          actual.<String>fold(
              found -> "it is there",
              absent -> "there is none",
              unreadable -> "it cannot be read: " + unreadable.fault(),
              removed -> "its record was removed"));
    }
    return record.orElseThrow();
  }
}
