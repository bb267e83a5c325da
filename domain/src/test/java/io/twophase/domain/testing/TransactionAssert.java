package io.twophase.domain.testing;

import io.twophase.domain.Token;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import java.util.Objects;
import java.util.Optional;
import org.assertj.core.api.AbstractAssert;

/** What tests say of a transaction record. */
public final class TransactionAssert extends AbstractAssert<TransactionAssert, Transaction> {

  TransactionAssert(Transaction record) {
    super(record, TransactionAssert.class);
  }

  /** Where it is. */
  public TransactionAssert isIn(State expected) {
    if (record().state() != expected) {
      failWithMessage("expected %s to be %s", record(), expected);
    }
    return this;
  }

  /** Its epoch. */
  public TransactionAssert isAtEpoch(long expected) {
    if (record().epoch().value() != expected) {
      failWithMessage("expected %s to be at epoch %s", record(), expected);
    }
    return this;
  }

  /** Whose it is. */
  public TransactionAssert isOwnedBy(Token expected) {
    if (!record().isOwnedBy(expected)) {
      failWithMessage("expected %s to be owned by %s", record(), expected);
    }
    return this;
  }

  /** That nobody ever claimed it. */
  public TransactionAssert isUnclaimed() {
    if (record().token().isPresent() || record().application().isPresent()) {
      failWithMessage("expected %s to be unclaimed", record());
    }
    return this;
  }

  /** Why it was canceled. */
  public TransactionAssert wasCanceledFor(CancelReason expected) {
    if (!record().reason().equals(Optional.of(expected))) {
      failWithMessage("expected %s to be canceled for %s", record(), expected);
    }
    return this;
  }

  /** That nobody canceled it. */
  public TransactionAssert wasNotCanceled() {
    if (record().reason().isPresent()) {
      failWithMessage("expected %s to have no reason", record());
    }
    return this;
  }

  private Transaction record() {
    isNotNull();
    return Objects.requireNonNull(actual);
  }
}
