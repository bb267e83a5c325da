package io.twophase.cli.command;

import static io.twophase.cli.text.CommandFailure.refuse;

import io.twophase.Accounts;
import io.twophase.cli.context.SessionCommand;
import io.twophase.cli.text.CommandFailure;
import io.twophase.cli.text.CsvOutput;
import io.twophase.cli.text.CsvOutput.CsvOptions;
import io.twophase.cli.text.Lines;
import io.twophase.cli.text.Tables;
import io.twophase.cli.view.Arguments;
import io.twophase.console.view.Json;
import io.twophase.console.view.StatementViews;
import io.twophase.console.view.Views;
import io.twophase.domain.AccountId;
import io.twophase.domain.Money;
import io.twophase.domain.account.Opening;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.hold.Account;
import io.twophase.domain.hold.Account.Shown;
import io.twophase.domain.hold.AccountLookup;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.operation.AccountOperation.Direction;
import io.twophase.domain.operation.DocumentOperation.HoldMode;
import io.twophase.domain.record.OpenOutcome;
import io.twophase.domain.record.StatusOutcome;
import io.twophase.domain.statement.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Currency;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Opens and shows accounts, and changes their status. */
@Command(
    name = "account",
    addMethodSubcommands = false,
    subcommands = AccountCommand.ListCommand.class)
public final class AccountCommand extends SessionCommand {

  @Command(name = "open")
  int open(@Parameters(paramLabel = "ID") String id, @Mixin Terms terms) {
    Currency currency = Arguments.currency(terms.currency);
    Opening opening =
        Arguments.parsed(
            Opening.of(
                Arguments.accountId(id),
                Arguments.amount("balance", terms.balance, currency),
                terms.floor(currency),
                terms.ceiling.map(text -> Arguments.amount("ceiling", text, currency)),
                Arguments.direction("--normal", terms.side)));
    return withNewStore(
        () -> interrupted(id),
        session -> {
          Accounts accounts = session.twoPhase().accounts();
          OpenOutcome outcome = accounts.open(opening);
          return outcome.<Integer>fold(
              opened -> show(opening.id(), accounts.find(opening.id())),
              alreadyOpen -> show(opening.id(), accounts.find(opening.id())),
              refused -> refuse(refused.reason().kind(), refused.reason().message()),
              inDoubt -> inDoubt(id, "is open"));
        });
  }

  /**
   * The options of a new account: of each parameter of a method, picocli reads the annotations of
   * all parameters again and again.
   */
  static final class Terms {

    @Option(names = "--balance", paramLabel = "A", defaultValue = "0")
    private String balance = "";

    @Option(names = "--currency", paramLabel = "C", defaultValue = "USD")
    private String currency = "";

    @Option(names = "--floor", paramLabel = "A")
    private Optional<String> floor = Optional.empty();

    @Option(names = "--overdraft", paramLabel = "A")
    private Optional<String> overdraft = Optional.empty();

    @Option(names = "--ceiling", paramLabel = "A")
    private Optional<String> ceiling = Optional.empty();

    @Option(names = "--normal", paramLabel = "debit|credit", defaultValue = "credit")
    private String side = "";

    /** The floor as given, or as minus the overdraft; none if neither is given. */
    private Optional<Money> floor(Currency currency) {
      if (overdraft.isEmpty()) {
        return floor.map(text -> Arguments.amount("floor", text, currency));
      }
      CommandFailure.badInputIf(floor.isPresent(), "--overdraft A is --floor -A: give one of them");
      Money limit = Arguments.amount("overdraft", overdraft.orElseThrow(), currency);
      CommandFailure.badInputIf(limit.minor() < 0, "overdraft " + limit + " is below zero");
      return Optional.of(new Money(-limit.minor(), currency));
    }
  }

  @Command(name = "show")
  int show(
      @Parameters(paramLabel = "ID") String id,
      @Option(names = "--latest") boolean latest,
      @Option(names = "--at", paramLabel = "T") @Nullable String at) {
    AccountId account = Arguments.accountId(id);
    CommandFailure.badInputIf(
        at != null && latest, "--latest is of now, and --at of another moment");
    if (at != null) {
      return showAt(account, Arguments.moment("--at", at));
    }
    return withStore(
        session -> {
          Accounts accounts = session.twoPhase().accounts();
          return show(account, latest ? accounts.findLatest(account) : accounts.find(account));
        });
  }

  @Command(name = "freeze")
  int freeze(@Parameters(paramLabel = "ID") String id) {
    return change(id, StatusChange.FREEZE);
  }

  @Command(name = "unfreeze")
  int unfreeze(@Parameters(paramLabel = "ID") String id) {
    return change(id, StatusChange.UNFREEZE);
  }

  @Command(name = "close")
  int close(@Parameters(paramLabel = "ID") String id) {
    return change(id, StatusChange.CLOSE);
  }

  private int change(String id, StatusChange change) {
    AccountId account = Arguments.accountId(id);
    return withStore(
        () -> interrupted(id),
        session -> {
          StatusOutcome outcome = session.twoPhase().accounts().change(account, change);
          return outcome.<Integer>fold(
              changed -> shown(changed.account()),
              refused -> refuse(refused.reason().kind(), refused.reason().message()),
              inDoubt -> inDoubt(id, "changed"));
        });
  }

  private static String interrupted(String id) {
    return "interrupted; what became of account " + id + ": the same command again tells";
  }

  private static int inDoubt(String id, String what) {
    return CommandFailure.unknown(
        "account %s: no answer whether it %s; the same command resolves it".formatted(id, what));
  }

  private int showAt(AccountId account, Instant at) {
    return withStore(
        session -> {
          Statement statement =
              StatementCommand.found(session.twoPhase().statements().at(account, at));
          Map<String, Object> json = StatementViews.balance(statement, at);
          done(
              json,
              new Tables("account", account.value())
                  .field("before", json.get("at"))
                  .fields(json, "balance")
                  .toString());
          StatementViews.doubt(statement).ifPresent(this::note);
          return StatementCommand.exitCode(statement);
        });
  }

  private int show(AccountId id, AccountLookup lookup) {
    return lookup.<Integer>fold(
        found -> shown(found.account()),
        absent -> refuse("NoSuchAccount", "there is no account " + id),
        fault -> refuse(Views.unreadable("account", fault.id(), fault.fault())));
  }

  private int shown(Account account) {
    Map<String, Object> json = Views.account(account);
    Shown shown = Shown.of(account);
    Tables table =
        new Tables("account", account.id().value()).fields(json, "status", "currency", "balance");
    if (!shown.lowest().equals(shown.highest())) {
      table.add("may become", json.get("lowest") + " to " + json.get("highest"));
    }
    table.fields(json, "available", "floor", "ceiling");
    if (account.opening().normal() == Direction.DEBIT) {
      table.fields(json, "normal");
    }
    table.fields(json, "pendingDebits", "pendingCredits");
    for (Hold hold : Views.holds(account)) {
      table.add("hold", text(account, hold) + " at epoch " + hold.epoch());
    }
    return done(json, table.toString());
  }

  private static String text(Account account, Hold hold) {
    String debit = Views.decimal(account, hold.range().debit());
    String credit = Views.decimal(account, hold.range().credit());
    if (Views.isOfBatch(hold)) {
      return "up to %s out and %s in for %s".formatted(debit, credit, hold.record());
    }
    String held =
        hold.mode() != HoldMode.ESCROW
            ? Json.lower(hold.mode())
            : hold.range().debit() > 0 ? "debit " + debit : "credit " + credit;
    return held + " for transaction " + hold.transaction();
  }

  /** Lists all accounts, sorted by id as text; or writes their balances to a CSV file. */
  @Command(name = "list")
  static final class ListCommand extends SessionCommand implements Callable<Integer> {

    @Mixin CsvOptions csv = new CsvOptions();

    @Override
    public Integer call() {
      // what must not be replaced is refused before anything is read
      try (CsvOutput file = csv.begin("id", "balance")) {
        return list(file);
      }
    }

    private int list(@Nullable CsvOutput file) {
      List<AccountLookup> all = new ArrayList<>();
      withStore(
          session -> {
            session.twoPhase().accounts().forEach(all::add);
            return all;
          });
      // some servers sort otherwise than by code point
      List<Account> accounts =
          those(AccountLookup.Found.class, all)
              .map(AccountLookup.Found::account)
              .sorted(Comparator.comparing(Account::id))
              .toList();
      List<AccountLookup.Unreadable> unreadable =
          those(AccountLookup.Unreadable.class, all).toList();
      List<Map<String, Object>> faults =
          Views.unreadable(
              unreadable, AccountLookup.Unreadable::id, AccountLookup.Unreadable::fault);
      if (file != null) {
        accounts.forEach(one -> file.row(one.id().value(), Views.balance(one).toDecimal()));
        file.commit();
        done(
            Json.object("accounts", accounts.size(), "csv", csv, "unreadable", faults),
            Lines.count(accounts.size(), "account") + " written to " + csv);
      } else {
        answer(() -> json(accounts, faults), () -> table(accounts));
      }
      // nothing is left out in silence
      return noted(
          unreadable.stream()
              .map(one -> Views.unreadable("account", one.id(), one.fault()))
              .toList());
    }

    private static Object json(List<Account> accounts, @Nullable Object faults) {
      List<?> shown = accounts.stream().map(Views::account).toList();
      return Json.object("accounts", shown, "unreadable", faults);
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
}
