package io.twophase.cli.account;

import io.twophase.cli.context.CommandContext;
import io.twophase.cli.failure.ExitCode;
import io.twophase.cli.file.CsvOutput;
import io.twophase.cli.file.OutputFile;
import io.twophase.cli.text.Json;
import io.twophase.cli.text.Lines;
import io.twophase.cli.text.Tables;
import io.twophase.cli.view.Unreadable;
import io.twophase.cli.view.Views;
import io.twophase.domain.hold.Account;
import io.twophase.domain.hold.AccountLookup;
import io.twophase.domain.hold.Shown;
import io.twophase.domain.operation.Direction;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Lists all accounts, sorted by id as text; or writes their balances to a CSV file. */
@Command(
    name = "list",
    mixinStandardHelpOptions = true,
    description = "List accounts, or write their balances to a CSV file.")
public final class AccountListCommand implements Callable<Integer> {

  private final CommandContext context;

  /** Made by the command line, which gives the context. */
  public AccountListCommand(CommandContext context) {
    this.context = context;
  }

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
    context.withStore(
        session -> {
          session
              .twoPhase()
              .accounts()
              .forEach(
                  lookup ->
                      lookup
                          .<Runnable>fold(
                              found -> () -> accounts.add(found.account()),
                              absent -> () -> {},
                              fault -> () -> unreadable.add(fault))
                          .run());
          return accounts;
        });
    // some servers sort otherwise than by code point
    accounts.sort(Comparator.comparing(Account::id));
    // nothing is left out in silence
    unreadable.forEach(fault -> context.note(Unreadable.account(fault)));
    if (file != null) {
      write(file, accounts);
      context.answer(
          () ->
              Json.object(
                  "accounts",
                  accounts.size(),
                  "csv",
                  String.valueOf(csv),
                  "unreadable",
                  Unreadable.accounts(unreadable)),
          () -> Lines.count(accounts.size(), "account") + " written to " + csv);
    } else {
      context.answer(
          () ->
              Json.object(
                  "accounts",
                  accounts.stream().map(Views::account).toList(),
                  "unreadable",
                  Unreadable.accounts(unreadable)),
          () -> table(accounts));
    }
    return unreadable.isEmpty() ? ExitCode.DONE : ExitCode.REFUSED;
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
          Views.lower(account.status()),
          Views.balance(account).toString(),
          Shown.of(account).available().toDecimal(),
          Views.pending(account, Direction.DEBIT),
          Views.pending(account, Direction.CREDIT),
          Integer.toString(account.holds().size()));
    }
    return table.toString();
  }
}
