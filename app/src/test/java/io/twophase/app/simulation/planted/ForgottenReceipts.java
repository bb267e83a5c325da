package io.twophase.app.simulation.planted;

import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.transaction.Receipt;
import io.twophase.ports.TransactionRepository;
import io.twophase.test.forwarding.ForwardingTransactions;
import io.vavr.control.Option;
import java.util.List;

/** A planted fault: the receipt of what took less than it was asked for does not say how much. */
public final class ForgottenReceipts extends ForwardingTransactions {

  public ForgottenReceipts(TransactionRepository sound) {
    super(sound);
  }

  @Override
  public List<MatchOutcome> replace(List<Receipt> receipts) {
    return super.replace(receipts.stream().map(ForgottenReceipts::withoutAmount).toList());
  }

  private static Receipt withoutAmount(Receipt receipt) {
    return new Receipt(
        receipt.id(),
        receipt.digest(),
        receipt.epoch(),
        receipt.reason(),
        Option.none(),
        receipt.finishedAt());
  }
}
