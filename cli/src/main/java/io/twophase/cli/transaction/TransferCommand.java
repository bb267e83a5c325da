package io.twophase.cli.transaction;

import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.cli.context.Session;
import io.twophase.cli.context.SessionCommand;
import io.twophase.cli.text.CommandFailure;
import io.twophase.cli.text.ExitCode;
import io.twophase.cli.text.Tables;
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
import io.twophase.domain.record.TransactionLookup;
import io.twophase.domain.transaction.Refusal;
import java.util.LinkedHashSet;
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
@Command(
    name = "transfer",
    footer = {
      "A refused id stays refused; a new try needs a new id.",
      "Labels (--reference, --metadata) are no part of a request: the first labels stay."
    },
    description = "Move an amount from one account to another.")
public final class TransferCommand extends SessionCommand implements Callable<Integer> {

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
    TransferArguments transfer = new TransferArguments(source, destination, amount, id, said);
    String sameAgain =
        context().again()
            + transfer.line("transfer")
            + (atMost ? " --at-most" : "")
            + period.line();
    return withStore(
        () ->
            "interrupted: transfer %s may have happened or not; to see to it: %s"
                .formatted(transfer.id(), sameAgain),
        session -> transfer(session, transfer, sameAgain));
  }

  private int transfer(Session session, TransferArguments asked, String sameAgain) {
    TransferRequest all = period.posting(asked.request(session));
    TransferRequest request = atMost ? all.takingAtMost() : all;
    String unread =
        "transfer %s was answered, and its accounts could not be read; to see what became of it: %s"
            .formatted(asked.id(), sameAgain);
    return session
        .twoPhase()
        .transfers()
        .transfer(request)
        .fold(
            applied -> context().afterwards(unread, () -> applied(session, request, applied)),
            refused -> context().afterwards(unread, () -> refused(session, request, refused)),
            unknown -> unknown(session, "transfer", asked.id(), unknown.why(), sameAgain),
            notAsked -> {
              throw CommandFailure.unreachable(
                  "transfer %s was not asked for: %s".formatted(asked.id(), notAsked.why()));
            });
  }

  private int applied(
      Session session, TransferRequest request, TransactionOutcome.Applied applied) {
    List<Account> after = accounts(session, request.source(), request.destination()).toList();
    String state = state(session, request.id(), "applied");
    done(
        Json.object(
            "id", request.id(),
            "state", state,
            "moved", applied.moved().map(Money::toDecimal),
            "accounts", after.stream().map(TransferCommand::balance).toList()),
        text(request.id(), state, applied.moved(), after));
    noteFence(request.id(), applied.fencedAt());
    return ExitCode.DONE;
  }

  private int refused(
      Session session, TransferRequest request, TransactionOutcome.Refused refused) {
    TransactionId transaction = request.id();
    List<Account> after = accounts(session, request.source(), request.destination()).toList();
    String state = state(session, transaction, refused.reason());
    Reason explained = Reused.explained(refused.reason(), request);
    Reason reason =
        refused.foundDecided()
            ? RefusedBefore.explained(
                explained, session.twoPhase().transactions().find(transaction))
            : explained;
    refused(
        Json.object(
            "id",
            transaction,
            "state",
            state,
            "error",
            Reused.error(reason),
            "accounts",
            after.stream().map(TransferCommand::balance).toList()),
        text(transaction, state, Optional.empty(), after),
        "transfer " + transaction + " " + RefusedBefore.words(reason));
    noteFence(transaction, refused.fencedAt());
    return ExitCode.REFUSED;
  }

  private void noteFence(TransactionId transaction, Optional<Epoch> fencedAt) {
    fencedAt.ifPresent(
        epoch ->
            note(
                "transfer %s was overtaken by another process at epoch %s, which fenced this one off;"
                        .formatted(transaction, epoch)
                    + " the answer is that process's"));
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
    return session
        .twoPhase()
        .accounts()
        .find(List.copyOf(new LinkedHashSet<>(List.of(from, to))))
        .stream()
        .flatMap(
            lookup ->
                lookup.fold(
                    found -> Stream.of(found.account()),
                    absent -> Stream.empty(),
                    unreadable -> Stream.empty()));
  }

  private static Map<String, Object> balance(Account account) {
    return Json.object(
        "id", account.id(),
        "currency", account.currency(),
        "balance", Views.balance(account).toDecimal());
  }

  private static String text(
      TransactionId transaction, String state, Optional<Money> moved, List<Account> after) {
    Tables table = new Tables("transfer " + transaction, state).field("moved", moved);
    after.forEach(account -> table.add(account.id().value(), Views.balance(account).toString()));
    return table.toString();
  }
}
