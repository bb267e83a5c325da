package io.twophase.cli.transaction;

import io.twophase.app.Transactions;
import io.twophase.domain.TransactionId;
import io.twophase.domain.record.TransactionLookup;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.Reversal;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.vavr.control.Either;
import io.vavr.control.Option;

/** Finds the transaction that reversed another. */
final class ReversalLookup {

  private ReversalLookup() {}

  /** The reversal that is applied; tries that were refused before it are passed over. */
  static Option<TransactionId> of(Transactions transactions, Transaction record) {
    if (record.state() != State.DONE) {
      return Option.none();
    }
    for (int attempt = 1; ; attempt++) {
      Either<Reversal.Refusal, NewTransaction> reversal = Reversal.of(record, attempt);
      if (reversal.isLeft()
          || !(transactions.find(reversal.get().id()) instanceof TransactionLookup.Found found)) {
        return Option.none();
      }
      State state = found.record().state();
      if (state == State.APPLIED || state == State.DONE) {
        return Option.some(found.record().id());
      } else if (state != State.CANCELED) {
        return Option.none();
      }
    }
  }
}
