package io.twophase.cli.imports;

import io.twophase.Transactions;
import io.twophase.TwoPhase;
import io.twophase.app.transfer.Order;
import io.twophase.cli.context.CommandContext;
import io.twophase.cli.context.Notes;
import io.twophase.cli.context.Progress;
import io.twophase.cli.context.Session;
import io.twophase.cli.text.Lines;
import io.twophase.cli.view.AccountCurrencies;
import io.twophase.cli.view.PeriodOption;
import java.util.Currency;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * All that one import works with.
 *
 * @param context through which it answers
 * @param session with the store open
 * @param currencies what the accounts keep their amounts in
 * @param files what is read and written
 * @param ids how rows without an id are named
 * @param given what amounts are in, where a row does not say; without it, the source's currency
 * @param period of which the transfers are postings, if of one
 * @param order whether the rows' order counts
 * @param tally counts each row's answer
 * @param notes lines about rows
 * @param progress how far it is
 * @param stop whether no more rows are wanted
 */
record ImportWork(
    CommandContext context,
    Session session,
    AccountCurrencies currencies,
    ImportFiles files,
    RowIds ids,
    Optional<Currency> given,
    PeriodOption period,
    Order order,
    ImportTally tally,
    Notes notes,
    Progress progress,
    BooleanSupplier stop) {

  TwoPhase twoPhase() {
    return session.twoPhase();
  }

  Transactions transactions() {
    return session.twoPhase().transactions();
  }

  /** Notes that this is so of some rows of the file; nothing if it is of none. */
  void note(long rows, String what) {
    if (rows > 0) {
      context.note(files.transfers() + ": " + Lines.count(rows, "row") + what);
    }
  }
}
