package io.twophase.cli.view;

import io.twophase.app.transfer.TransactionRequest;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.cli.text.Lines;
import io.twophase.domain.PeriodName;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option that says of which accounting period transactions are postings. */
public final class PeriodOption {

  @Option(names = "--period", paramLabel = "NAME")
  private @Nullable PeriodName period;

  /** The transfer as a posting of the period, if one is given. */
  public TransferRequest posting(TransferRequest transfer) {
    return period == null ? transfer : transfer.inPeriod(period);
  }

  /** The transaction as a posting of the period, if one is given. */
  public TransactionRequest posting(TransactionRequest transaction) {
    return period == null ? transaction : transaction.inPeriod(period);
  }

  /** Returns the same, as an option of a command line, behind others. */
  public String line() {
    return period == null ? "" : Lines.option("--period", period.value());
  }
}
