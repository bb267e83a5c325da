package io.twophase.cli.account;

import io.twophase.cli.context.SessionCommand;
import io.twophase.cli.file.CsvOutput;
import io.twophase.cli.file.OutputFile;
import io.twophase.cli.text.ExitCode;
import io.twophase.cli.text.Lines;
import io.twophase.cli.text.Tables;
import io.twophase.console.view.Json;
import io.twophase.console.view.Views;
import io.twophase.domain.hold.Account;
import io.twophase.domain.hold.AccountLookup;
import io.twophase.domain.hold.Shown;
import io.twophase.domain.operation.Direction;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Lists all accounts, sorted by id as text; or writes their balances to a CSV file. */
@Command(name = "list", description = "List accounts, or write their balances to a CSV file.")
public final class AccountListCommand extends SessionCommand implements Callable<Integer> {

  @Option(
      names = "--csv",
      paramLabel = "FILE",
      description = "write id,balance to FILE instead, sorted by id as text")
  @Nullable Path csv;

  @Option(
      names = "--spreadsheet-safe",
      description =
          "in that file, put an apostrophe before cells that a spreadsheet would take for formulas")
  boolean spreadsheetSafe;

  @Override
  public Integer call() {
    if (csv == null) {
      return list(null);
    }
    // what must not be replaced is refused before anything is read
    try (OutputFile file = OutputFile.begin("--csv", csv, Set.of())) {
      return list(file);
    }
  }

  private int list(@Nullable OutputFile file) {
    List<Account> accounts = new ArrayList<>();
    List<AccountLookup.Unreadable> unreadable = new ArrayList<>();
    withStore(
        session -> {
          session.twoPhase().accounts().forEach(lookup -> sort(lookup, accounts, unreadable));
          return accounts;
        });
    // some servers sort otherwise than by code point
    accounts.sort(Comparator.comparing(Account::id));
    // nothing is left out in silence
    for (AccountLookup.Unreadable fault : unreadable) {
      note(Views.unreadable("account", fault.id(), fault.fault()));
    }
    List<Map<String, Object>> faults =
        Views.unreadable(unreadable, AccountLookup.Unreadable::id, AccountLookup.Unreadable::fault);
    if (file != null) {
      write(file, accounts);
      done(
          Json.object("accounts", accounts.size(), "csv", csv, "unreadable", faults),
          Lines.count(accounts.size(), "account") + " written to " + csv);
    } else {
      context()
          .answer(
              () ->
                  Json.object(
                      "accounts",
                      accounts.stream().map(Views::account).toList(),
                      "unreadable",
                      faults),
              () -> table(accounts));
    }
    return unreadable.isEmpty() ? ExitCode.DONE : ExitCode.REFUSED;
  }

  private static void sort(
      AccountLookup lookup, List<Account> accounts, List<AccountLookup.Unreadable> unreadable) {
    if (lookup instanceof AccountLookup.Found found) {
      accounts.add(found.account());
    } else if (lookup instanceof AccountLookup.Unreadable fault) {
      unreadable.add(fault);
    }
  }

  private void write(OutputFile file, List<Account> accounts) {
    try (CsvOutput out = CsvOutput.over(file, spreadsheetSafe, "id", "balance")) {
      for (Account account : accounts) {
        out.row(account.id().value(), Views.balance(account).toDecimal());
      }
      out.commit();
    }
  }

  private static String table(List<Account> accounts) {
    Tables table =
        new Tables(
            "ID", "STATUS", "BALANCE", "AVAILABLE", "PENDING DEBITS", "PENDING CREDITS", "HOLDS");
    for (Account account : accounts) {
      table.add(
          account.id().value(),
          Json.lower(account.status()),
          Views.balance(account).toString(),
          Shown.of(account).available().toDecimal(),
          Views.pending(account, Direction.DEBIT),
          Views.pending(account, Direction.CREDIT),
          Integer.toString(account.holds().size()));
    }
    return table.toString();
  }
}
