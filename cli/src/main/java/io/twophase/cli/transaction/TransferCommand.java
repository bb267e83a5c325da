package io.twophase.cli.transaction;

import io.twophase.app.runtime.RandomIds;
import io.twophase.app.transfer.Refusal;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.cli.context.CommandContext;
import io.twophase.cli.context.Session;
import io.twophase.cli.context.Unresolved;
import io.twophase.cli.failure.CommandFailure;
import io.twophase.cli.failure.ExitCode;
import io.twophase.cli.text.Json;
import io.twophase.cli.text.Shell;
import io.twophase.cli.text.Tables;
import io.twophase.cli.view.Arguments;
import io.twophase.cli.view.LabelOptions;
import io.twophase.cli.view.PeriodOption;
import io.twophase.cli.view.RefusedBefore;
import io.twophase.cli.view.Reused;
import io.twophase.cli.view.Views;
import io.twophase.domain.AccountId;
import io.twophase.domain.Epoch;
import io.twophase.domain.Money;
import io.twophase.domain.Reason;
import io.twophase.domain.TransactionId;
import io.twophase.domain.hold.Account;
import io.twophase.domain.hold.AccountLookup;
import io.twophase.domain.record.TransactionLookup;
import io.twophase.domain.transaction.Labels;
import java.util.Currency;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Makes one transfer. */
@Command(
    name = "transfer",
    mixinStandardHelpOptions = true,
    description = "Move an amount from one account to another.")
public final class TransferCommand implements Callable<Integer> {

  private final CommandContext context;

  /** Made by the command line, which gives the context. */
  public TransferCommand(CommandContext context) {
    this.context = context;
  }

  /** An amount such as -5 is an amount, to be refused as one, and not an option. */
  @Spec
  void readOptionsThatAreNoneAsAmounts(CommandSpec spec) {
    spec.parser().unmatchedOptionsArePositionalParams(true);
  }

  @Parameters(index = "0", paramLabel = "SOURCE")
  String source = "";

  @Parameters(index = "1", paramLabel = "DESTINATION")
  String destination = "";

  @Parameters(index = "2", paramLabel = "AMOUNT", description = "in the account's currency")
  String amount = "";

  @Option(
      names = "--id",
      paramLabel = "ID",
      description = "asked again under the same id, it has the same answer (default: a fresh one)")
  @Nullable String id;

  @Mixin LabelOptions said = new LabelOptions();

  @Mixin PeriodOption period = new PeriodOption();

  @Option(
      names = "--at-most",
      description = "move as much of AMOUNT as SOURCE has available, and say how much that was")
  boolean atMost;

  @Override
  public Integer call() {
    AccountId from = Arguments.accountId(source);
    AccountId to = Arguments.accountId(destination);
    TransactionId transaction =
        id == null ? new RandomIds().nextTransactionId() : Arguments.transactionId(id);
    Labels labels = said.labels();
    TransferAmount.requirePositiveDecimal(amount);
    return context.withStore(
        () ->
            "interrupted: transfer "
                + transaction
                + " may have happened or not; to see to it: "
                + sameAgain(transaction),
        session -> transfer(session, transaction, from, to, labels));
  }

  private int transfer(
      Session session, TransactionId transaction, AccountId from, AccountId to, Labels labels) {
    Money money = TransferAmount.of(amount, currency(session, from, to));
    TransferRequest all =
        period.posting(new TransferRequest(transaction, from, to, money)).labelled(labels);
    TransferRequest request = atMost ? all.takingAtMost() : all;
    return session
        .twoPhase()
        .transfers()
        .transfer(request)
        .fold(
            applied ->
                context.afterwards(
                    () -> answered(transaction), () -> applied(session, request, applied)),
            refused ->
                context.afterwards(
                    () -> answered(transaction), () -> refused(session, request, refused)),
            unknown -> {
              throw CommandFailure.unknown(
                  "transfer "
                      + transaction
                      + ": the outcome is not known: "
                      + unknown.why()
                      + "; "
                      + Unresolved.remedy(
                          context,
                          session,
                          transaction,
                          "to resolve it: " + sameAgain(transaction)));
            },
            notAsked -> {
              throw CommandFailure.unreachable(
                  "transfer " + transaction + " was not asked for: " + notAsked.why());
            });
  }

  private String answered(TransactionId transaction) {
    return "transfer "
        + transaction
        + " was answered, and its accounts could not be read; to see what became of it: "
        + sameAgain(transaction);
  }

  private int applied(
      Session session, TransferRequest request, TransactionOutcome.Applied applied) {
    TransactionId transaction = request.id();
    List<Account> after = accounts(session, request.source(), request.destination()).toList();
    context.answer(
        () ->
            Json.object(
                "id", transaction.value(),
                "state", state(session, transaction, "applied"),
                "moved", applied.moved().map(Money::toDecimal).getOrNull(),
                "accounts", balances(after)),
        () -> text(transaction, state(session, transaction, "applied"), applied.moved(), after));
    noteFence(transaction, applied.fencedAt());
    return ExitCode.DONE;
  }

  private int refused(
      Session session, TransferRequest request, TransactionOutcome.Refused refused) {
    TransactionId transaction = request.id();
    List<Account> after = accounts(session, request.source(), request.destination()).toList();
    String state = state(session, transaction, refused.refusal());
    Reason explained = Reused.explained(refused.refusal(), request);
    Reason reason =
        refused.foundDecided()
            ? RefusedBefore.explained(
                explained, session.twoPhase().transactions().find(transaction))
            : explained;
    context.answer(
        () ->
            Json.object(
                "id", transaction.value(),
                "state", state,
                "error", Views.error(reason),
                "accounts", balances(after)),
        () -> text(transaction, state, io.vavr.control.Option.none(), after));
    context.note("transfer " + transaction + " " + RefusedBefore.words(reason));
    noteFence(transaction, refused.fencedAt());
    return ExitCode.REFUSED;
  }

  /** The command that resolves an unknown outcome. */
  private String sameAgain(TransactionId transaction) {
    return String.format(
        "%s transfer %s %s %s --id %s%s%s",
        context.again(),
        Shell.quoted(source),
        Shell.quoted(destination),
        Shell.quoted(amount),
        Shell.quoted(transaction.value()),
        atMost ? " --at-most" : "",
        period.line());
  }

  private void noteFence(TransactionId transaction, Iterable<Epoch> fencedAt) {
    fencedAt.forEach(epoch -> context.note(fenced(transaction, epoch.value())));
  }

  private static String fenced(TransactionId id, long epoch) {
    return "transfer "
        + id
        + " was overtaken by another process at epoch "
        + epoch
        + ", which fenced this one off; the answer is that process's";
  }

  /** Of what is refused. The record under a reused id is another's, and its state no answer. */
  static String state(Session session, TransactionId transaction, Refusal refusal) {
    return refusal.fold(
        invalid -> state(session, transaction, "refused"),
        canceled -> state(session, transaction, "refused"),
        reused -> "refused");
  }

  /** That of the accounts; of accounts that are not there, the usual one. */
  static Currency currency(Session session, AccountId from, AccountId to) {
    return accounts(session, from, to)
        .map(Account::currency)
        .findFirst()
        .orElse(Arguments.DEFAULT_CURRENCY);
  }

  /** The record's state; one that was refused before anything was stored has none. */
  static String state(Session session, TransactionId transaction, String otherwise) {
    return session.twoPhase().transactions().find(transaction)
            instanceof TransactionLookup.Found found
        ? Views.lower(found.record().state())
        : otherwise;
  }

  private static Stream<Account> accounts(Session session, AccountId from, AccountId to) {
    List<AccountId> both = from.equals(to) ? List.of(from) : List.of(from, to);
    return session.twoPhase().accounts().find(both).stream()
        .filter(AccountLookup.Found.class::isInstance)
        .map(lookup -> ((AccountLookup.Found) lookup).account());
  }

  private static List<Map<String, Object>> balances(List<Account> accounts) {
    return accounts.stream()
        .map(
            account ->
                Json.object(
                    "id", account.id().value(),
                    "currency", account.currency().getCurrencyCode(),
                    "balance", Views.balance(account).toDecimal()))
        .toList();
  }

  private static String text(
      TransactionId transaction,
      String state,
      io.vavr.control.Option<Money> moved,
      List<Account> after) {
    Tables table = new Tables("transfer " + transaction, state);
    moved.forEach(amount -> table.add("moved", amount.toString()));
    for (Account account : after) {
      table.add(account.id().value(), Views.balance(account).toString());
    }
    return table.toString();
  }
}
