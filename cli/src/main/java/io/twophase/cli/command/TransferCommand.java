package io.twophase.cli.command;

import io.twophase.RandomIds;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.cli.context.Session;
import io.twophase.cli.context.SessionCommand;
import io.twophase.cli.text.CommandFailure;
import io.twophase.cli.text.ExitCode;
import io.twophase.cli.text.Lines;
import io.twophase.cli.text.Tables;
import io.twophase.cli.view.Arguments;
import io.twophase.cli.view.LabelOptions;
import io.twophase.cli.view.PeriodOption;
import io.twophase.cli.view.RefusedBefore;
import io.twophase.cli.view.Reused;
import io.twophase.console.view.Json;
import io.twophase.console.view.Views;
import io.twophase.domain.AccountId;
import io.twophase.domain.Epoch;
import io.twophase.domain.Money;
import io.twophase.domain.Reason;
import io.twophase.domain.TransactionId;
import io.twophase.domain.hold.Account;
import io.twophase.domain.hold.AccountLookup;
import io.twophase.domain.record.TransactionLookup;
import io.twophase.domain.transaction.Labels;
import io.twophase.domain.transaction.Refusal;
import java.util.Currency;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Makes one transfer. */
@Command(name = "transfer")
public final class TransferCommand extends SessionCommand implements Callable<Integer> {

  @Parameters(index = "0", paramLabel = "SOURCE")
  String source = "";

  @Parameters(index = "1", paramLabel = "DESTINATION")
  String destination = "";

  @Parameters(index = "2", paramLabel = "AMOUNT")
  String amount = "";

  @Option(names = "--id", paramLabel = "ID")
  @Nullable String id;

  @Mixin LabelOptions said = new LabelOptions();

  @Mixin PeriodOption period = new PeriodOption();

  @Option(names = "--at-most")
  boolean atMost;

  @Override
  public Integer call() {
    Words transfer = new Words(source, destination, amount, id, said);
    String sameAgain =
        context().again() + transfer.line("transfer", (atMost ? " --at-most" : "") + period.line());
    return withStore(
        () ->
            "interrupted: transfer %s may have happened or not; to see to it: %s"
                .formatted(transfer.id(), sameAgain),
        session -> transfer(session, transfer, sameAgain));
  }

  private int transfer(Session session, Words asked, String sameAgain) {
    TransferRequest all = period.posting(asked.request(session));
    TransferRequest request = atMost ? all.takingAtMost() : all;
    String unread =
        "transfer %s was answered, and its accounts could not be read; to see what became of it: %s"
            .formatted(asked.id(), sameAgain);
    TransactionOutcome outcome = session.twoPhase().transfers().transfer(request);
    return afterwards(
        unread,
        () ->
            outcome.<Integer>fold(
                applied -> answered(session, request, outcome, applied.fencedAt()),
                refused -> answered(session, request, outcome, refused.fencedAt()),
                unknown -> unknown(session, "transfer", asked.id(), unknown.why(), sameAgain),
                notAsked -> {
                  throw new CommandFailure(
                      ExitCode.UNREACHABLE,
                      "transfer %s was not asked for: %s".formatted(asked.id(), notAsked.why()));
                }));
  }

  private int answered(
      Session session,
      TransferRequest request,
      TransactionOutcome outcome,
      Optional<Epoch> fencedAt) {
    TransactionId id = request.id();
    List<Account> after = accounts(session, request.source(), request.destination()).toList();
    Optional<TransactionOutcome.Refused> refused =
        outcome instanceof TransactionOutcome.Refused one ? Optional.of(one) : Optional.empty();
    Optional<Money> moved =
        outcome instanceof TransactionOutcome.Applied one ? one.moved() : Optional.empty();
    String state =
        refused
            .map(one -> state(session, id, one.reason()))
            .orElseGet(() -> state(session, id, "applied"));
    Optional<Reason> reason =
        refused.map(
            one -> RefusedBefore.explained(one, "transfer", session.twoPhase().transactions()));
    Tables table = new Tables("transfer " + id, state).field("moved", moved);
    after.forEach(account -> table.add(account.id().value(), Views.balance(account).toString()));
    done(
        Json.object(
            "id", id,
            "state", state,
            "moved", moved.map(Money::toDecimal),
            "error", reason.map(Reused::error),
            "accounts", after.stream().map(TransferCommand::balance).toList()),
        table.toString());
    reason.ifPresent(why -> note("transfer " + id + " " + RefusedBefore.words(why)));
    fencedAt.ifPresent(
        epoch ->
            note(
                "transfer %s was overtaken by another process at epoch %s, which fenced this one off;"
                        .formatted(id, epoch)
                    + " the answer is that process's"));
    return reason.isEmpty() ? ExitCode.DONE : ExitCode.REFUSED;
  }

  /**
   * Returns the state of a refused transfer. The record under a reused id is another's, and its
   * state no answer.
   */
  static String state(Session session, TransactionId transaction, Refusal refusal) {
    return refusal instanceof Refusal.IdReused ? "refused" : state(session, transaction, "refused");
  }

  /** The record's state; one that was refused before anything was stored has none. */
  static String state(Session session, TransactionId transaction, String otherwise) {
    return session.twoPhase().transactions().find(transaction)
            instanceof TransactionLookup.Found found
        ? Json.lower(found.record().state())
        : otherwise;
  }

  /** The accounts of a transfer that are there. */
  static Stream<Account> accounts(Session session, AccountId from, AccountId to) {
    List<AccountId> both = Stream.of(from, to).distinct().toList();
    return those(AccountLookup.Found.class, session.twoPhase().accounts().find(both))
        .map(AccountLookup.Found::account);
  }

  private static Map<String, Object> balance(Account account) {
    return Json.object(
        "id", account.id(),
        "currency", account.currency(),
        "balance", Views.balance(account).toDecimal());
  }

  /**
   * A transfer as the words of a command line ask for it.
   *
   * @param amount as it is written, for its currency is that of the accounts
   */
  record Words(
      TransactionId id, AccountId source, AccountId destination, String amount, Labels labels) {

    /** Reads the words; what is wrong with them in any store is refused. */
    Words(
        String source, String destination, String amount, @Nullable String id, LabelOptions said) {
      this(
          id == null ? new RandomIds().nextTransactionId() : Arguments.transactionId(id),
          Arguments.accountId(source),
          Arguments.accountId(destination),
          amount,
          said.labels());
      Arguments.requirePositiveDecimal(amount);
    }

    /** The request; of accounts that are not there, the amount is in the usual currency. */
    TransferRequest request(Session session) {
      Currency currency =
          accounts(session, source, destination)
              .map(Account::currency)
              .findFirst()
              .orElse(Arguments.DEFAULT_CURRENCY);
      return new TransferRequest(id, source, destination, Arguments.positive(amount, currency))
          .labelled(labels);
    }

    /** These arguments as a command line, behind the store, with further options. */
    String line(String command, String further) {
      StringBuilder options = new StringBuilder(Lines.option("--id", id.value()));
      labels.reference().ifPresent(text -> options.append(Lines.option("--reference", text)));
      labels
          .metadata()
          .forEach((key, value) -> options.append(Lines.option("--metadata", key + "=" + value)));
      return Lines.command(
          command, List.of(source.value(), destination.value(), amount), options + further);
    }
  }
}
