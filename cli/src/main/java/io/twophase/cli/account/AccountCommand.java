package io.twophase.cli.account;

import io.twophase.cli.context.CommandContext;
import io.twophase.cli.context.Session;
import io.twophase.cli.failure.CommandFailure;
import io.twophase.cli.failure.ExitCode;
import io.twophase.cli.text.Json;
import io.twophase.cli.text.Tables;
import io.twophase.cli.view.Arguments;
import io.twophase.cli.view.Unreadable;
import io.twophase.cli.view.Views;
import io.twophase.domain.AccountId;
import io.twophase.domain.account.Opening;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.hold.Account;
import io.twophase.domain.hold.AccountLookup;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Shown;
import io.twophase.domain.operation.Direction;
import io.twophase.domain.operation.HoldMode;
import io.twophase.domain.record.OpenOutcome;
import io.twophase.domain.record.StatusOutcome;
import io.twophase.domain.statement.Statement;
import java.time.Instant;
import java.util.Currency;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Opens and shows accounts, and changes their status. */
@Command(
    name = "account",
    mixinStandardHelpOptions = true,
    addMethodSubcommands = false,
    description = "Open, show, list, freeze, unfreeze and close accounts.",
    subcommands = AccountListCommand.class)
public final class AccountCommand {

  private final CommandContext context;

  /** Made by the command line, which gives the context. */
  public AccountCommand(CommandContext context) {
    this.context = context;
  }

  @Command(
      name = "open",
      mixinStandardHelpOptions = true,
      description = "Open an account; the same again is the same answer.")
  int open(
      @Parameters(paramLabel = "ID", description = "of the account") String id,
      @CommandLine.Option(
              names = "--balance",
              paramLabel = "A",
              defaultValue = "0",
              description = "what it has at first (default: ${DEFAULT-VALUE})")
          String balance,
      @CommandLine.Option(
              names = "--currency",
              paramLabel = "C",
              defaultValue = "USD",
              description = "of all its amounts, by ISO 4217 (default: ${DEFAULT-VALUE})")
          String currencyCode,
      @CommandLine.Option(
              names = "--floor",
              paramLabel = "A",
              description = "the lowest balance, below zero for an overdraft (default: 0)")
          @Nullable String floor,
      @CommandLine.Option(
              names = "--overdraft",
              paramLabel = "A",
              description = "how far below zero it may go: the same as --floor -A")
          @Nullable String overdraft,
      @CommandLine.Option(
              names = "--ceiling",
              paramLabel = "A",
              description = "the highest balance (default: what int64 allows)")
          @Nullable String ceiling,
      @CommandLine.Option(
              names = "--normal",
              paramLabel = "debit|credit",
              defaultValue = "credit",
              description =
                  "what raises its balance: debit for assets and expenses"
                      + " (default: ${DEFAULT-VALUE})")
          String normal) {
    Currency currency = Arguments.currency(currencyCode);
    BoundArguments bounds = new BoundArguments(currency);
    Opening opening =
        Opening.of(
                Arguments.accountId(id),
                Arguments.amount("balance", balance, currency),
                bounds.floor(floor, overdraft),
                bounds.ceiling(ceiling),
                Arguments.normal("--normal", normal))
            .getOrElseThrow(refusal -> CommandFailure.badInput(refusal.message()));
    return context.withStore(
        () -> interrupted(id),
        session -> {
          OpenOutcome outcome = session.twoPhase().accounts().open(opening);
          return outcome.fold(
              opened -> show(session, opening.id()),
              alreadyOpen -> show(session, opening.id()),
              refused -> {
                throw CommandFailure.refused(refused.refusal().kind(), refused.refusal().message());
              },
              inDoubt -> {
                throw CommandFailure.unknown(
                    "account "
                        + id
                        + ": no answer whether it is open; the same command resolves it");
              });
        });
  }

  @Command(name = "show", mixinStandardHelpOptions = true, description = "Show an account.")
  int show(
      @Parameters(paramLabel = "ID", description = "of the account") String id,
      @CommandLine.Option(
              names = "--latest",
              description = "as a majority of the servers has it, through a partition too")
          boolean latest,
      @CommandLine.Option(
              names = "--at",
              paramLabel = "T",
              description =
                  "its balance just before then instead, as decided: a day, or a moment such as"
                      + " 2026-11-01T08:00:00Z")
          @Nullable String at) {
    AccountId account = Arguments.accountId(id);
    if (at != null) {
      if (latest) {
        throw CommandFailure.badInput("--latest is of now, and --at of another moment");
      }
      return showAt(account, Arguments.moment("--at", at));
    }
    return context.withStore(
        session ->
            latest
                ? show(account, session.twoPhase().accounts().findLatest(account))
                : show(session, account));
  }

  @Command(
      name = "freeze",
      mixinStandardHelpOptions = true,
      description = "Let an account take no new holds.")
  int freeze(@Parameters(paramLabel = "ID", description = "of the account") String id) {
    return change(id, StatusChange.FREEZE);
  }

  @Command(
      name = "unfreeze",
      mixinStandardHelpOptions = true,
      description = "Let an account take holds again.")
  int unfreeze(@Parameters(paramLabel = "ID", description = "of the account") String id) {
    return change(id, StatusChange.UNFREEZE);
  }

  @Command(
      name = "close",
      mixinStandardHelpOptions = true,
      description = "Close an account that is empty and holds nothing.")
  int close(@Parameters(paramLabel = "ID", description = "of the account") String id) {
    return change(id, StatusChange.CLOSE);
  }

  private static String interrupted(String id) {
    return "interrupted; what became of account " + id + ": the same command again tells";
  }

  private int change(String id, StatusChange change) {
    AccountId account = Arguments.accountId(id);
    return context.withStore(
        () -> interrupted(id),
        session -> {
          StatusOutcome outcome = session.twoPhase().accounts().change(account, change);
          return outcome.fold(
              changed -> answer(changed.account()),
              refused -> {
                throw CommandFailure.refused(refused.refusal().kind(), refused.refusal().message());
              },
              inDoubt -> {
                throw CommandFailure.unknown(
                    "account "
                        + id
                        + ": no answer whether it changed; the same command resolves it");
              });
        });
  }

  private int showAt(AccountId account, Instant at) {
    return context.withStore(
        session -> {
          Statement statement =
              StatementCommand.found(session.twoPhase().statements().at(account, at));
          String moment = statement.until().getOrElse(at).toString();
          context.answer(
              () ->
                  Json.object(
                      "id", account.value(),
                      "currency", statement.account().balance().currency().getCurrencyCode(),
                      "at", moment,
                      "balance", StatementViews.closing(statement),
                      "certain", statement.certainty() == Statement.Certainty.CERTAIN,
                      "certainty", Views.lower(statement.certainty())),
              () -> {
                Tables table = new Tables("account", account.value());
                table.add("before", moment);
                table.add("balance", StatementViews.closing(statement));
                return table.toString();
              });
          String doubt = StatementViews.doubt(statement);
          if (!doubt.isEmpty()) {
            context.note(doubt);
          }
          return doubt.isEmpty() ? ExitCode.DONE : ExitCode.REFUSED;
        });
  }

  private int show(Session session, AccountId id) {
    return show(id, session.twoPhase().accounts().find(id));
  }

  private int show(AccountId id, AccountLookup lookup) {
    return lookup.fold(
        found -> answer(found.account()),
        absent -> {
          throw CommandFailure.refused("NoSuchAccount", "there is no account " + id);
        },
        unreadable -> {
          throw CommandFailure.refused(Unreadable.account(unreadable));
        });
  }

  private int answer(Account account) {
    context.answer(() -> Views.account(account), () -> text(account));
    return ExitCode.DONE;
  }

  private static String text(Account account) {
    Tables table = new Tables("account", account.id().value());
    table.add("status", Views.lower(account.status()));
    table.add("currency", account.currency().getCurrencyCode());
    Shown shown = Shown.of(account);
    table.add("balance", shown.balance().toDecimal());
    if (!shown.lowest().equals(shown.highest())) {
      table.add("may become", shown.lowest().toDecimal() + " to " + shown.highest().toDecimal());
    }
    table.add("available", shown.available().toDecimal());
    table.add("floor", shown.floor().toDecimal());
    shown.ceiling().forEach(ceiling -> table.add("ceiling", ceiling.toDecimal()));
    if (account.opening().normal() == Direction.DEBIT) {
      table.add("normal", Views.lower(Direction.DEBIT));
    }
    table.add("pending debits", Views.pending(account, Direction.DEBIT));
    table.add("pending credits", Views.pending(account, Direction.CREDIT));
    for (Hold hold : Views.holds(account)) {
      table.add("hold", text(account, hold) + " at epoch " + hold.epoch());
    }
    return table.toString();
  }

  private static String text(Account account, Hold hold) {
    String debit = Views.decimal(account, hold.range().debit());
    String credit = Views.decimal(account, hold.range().credit());
    if (Views.isOfBatch(hold)) {
      return "up to " + debit + " out and " + credit + " in for " + hold.record();
    }
    String held =
        hold.mode() != HoldMode.ESCROW
            ? Views.lower(hold.mode())
            : hold.range().debit() > 0 ? "debit " + debit : "credit " + credit;
    return held + " for transaction " + hold.transaction();
  }
}
