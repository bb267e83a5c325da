package io.twophase.app.simulation.planted;

import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.transaction.Receipt;
import io.twophase.domain.transaction.Transaction;
import io.twophase.ports.TransactionRepository;
import io.twophase.test.forwarding.ForwardingTransactions;
import java.util.List;

/** A planted fault: the record is removed, and its receipt is not left. */
public final class EagerRemoval extends ForwardingTransactions {

  public EagerRemoval(TransactionRepository sound) {
    super(sound);
  }

  @Override
  public List<MatchOutcome> replace(List<Receipt> receipts) {
    List<Transaction> records =
        find(receipts.stream().map(Receipt::id).toList()).stream()
            .filter(TransactionLookup.Found.class::isInstance)
            .map(found -> ((TransactionLookup.Found) found).record())
            .toList();
    remove(records);
    return receipts.stream().map(receipt -> MatchOutcome.MATCHED).toList();
  }
}
