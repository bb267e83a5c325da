package io.twophase.cli.transaction;

import io.twophase.Transactions;
import io.twophase.cli.context.Session;
import io.twophase.cli.context.SessionCommand;
import io.twophase.cli.text.CommandFailure;
import io.twophase.cli.text.ExitCode;
import io.twophase.cli.text.Lines;
import io.twophase.cli.view.Arguments;
import io.twophase.cli.view.LabelOptions;
import io.twophase.console.view.Json;
import io.twophase.console.view.Redactor;
import io.twophase.console.view.TransactionViews;
import io.twophase.console.view.Views;
import io.twophase.domain.BatchId;
import io.twophase.domain.TransactionId;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.TransactionLookup;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.transaction.Labels;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.twophase.ports.RecordQuery;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Shows transactions. */
@Command(
    name = "tx",
    addMethodSubcommands = false,
    description = "Show one transaction, or list many, newest first.")
public final class TxCommand extends SessionCommand {

  @Command(
      name = "show",
      description =
          "Show a transaction with its history and reason; or a batch that is one transaction, with"
              + " its members.")
  int show(
      @Parameters(paramLabel = "ID", description = "of the transaction, or of the batch") String id,
      @CommandLine.Option(
              names = "--latest",
              description = "as a majority of the servers has it, through a partition too")
          boolean latest) {
    if (BatchId.isReserved(id)) {
      if (latest) {
        throw CommandFailure.badInput(
            "--latest is of a transaction, and " + Lines.value(id) + " names a batch");
      }
      return withStore(session -> show(session, Arguments.parsed(BatchId.parse(id))));
    }
    TransactionId transaction = Arguments.transactionId(id);
    return withStore(
        session -> {
          Transactions transactions = session.twoPhase().transactions();
          TransactionLookup lookup =
              latest ? transactions.findLatest(transaction) : transactions.find(transaction);
          TransactionViews views = new TransactionViews(transactions, Redactor.NONE);
          return lookup.<Integer>fold(
              found -> {
                Map<String, Object> json = views.found(found);
                return done(json, TxViews.text(found, json));
              },
              absent -> refuse("NoSuchTransaction", "there is no transaction " + id),
              fault -> refuse(unreadable(fault)),
              removed -> {
                Map<String, Object> json = views.removed(removed);
                return done(json, TxViews.text(removed.receipt(), json));
              });
        });
  }

  private int show(Session session, BatchId id) {
    Lookup seen = session.store().records().find(List.of(new RecordId(id.value()))).get(0);
    for (String fault : seen.fault().stream().toList()) {
      throw CommandFailure.refused(Views.unreadable("batch", seen.id(), fault));
    }
    TransactionRecord record =
        seen.record().orElseThrow(() -> CommandFailure.refused("there is no batch " + id));
    List<TransactionLookup> lookups = session.twoPhase().transactions().find(record.members());
    List<Map<String, Object>> members =
        IntStream.range(0, lookups.size())
            .mapToObj(
                at ->
                    Views.member(record, record.members().get(at), lookups.get(at), Redactor.NONE))
            .toList();
    Map<String, Object> json = Views.batch(record, members, Redactor.NONE);
    return done(json, TxViews.text(record, json, members));
  }

  @Command(name = "list", description = "List transactions, newest first.")
  int list(
      @CommandLine.Option(names = "--state", paramLabel = "S", description = "only in this state")
          @Nullable String state,
      @CommandLine.Option(names = "--account", paramLabel = "A", description = "only of this one")
          @Nullable String account,
      @CommandLine.Option(
              names = "--limit",
              paramLabel = "N",
              defaultValue = "20",
              description = "how many at most (default: ${DEFAULT-VALUE})")
          int limit,
      @CommandLine.Mixin LabelOptions said,
      @CommandLine.Option(
              names = "--overdue",
              description =
                  "authorizations that have expired and are not voided yet, the longest expired"
                      + " first")
          boolean overdue) {
    Arguments.requireLimit(limit, RecordQuery.MAX_LIMIT);
    Labels wanted = said.labels();
    if (overdue && (state != null || account != null || !wanted.isEmpty())) {
      throw CommandFailure.badInput(
          "--overdue lists authorizations of any account, whatever is said of them, and no state");
    }
    RecordQuery query =
        RecordQuery.latest(
            Optional.ofNullable(state).map(TxCommand::state),
            Optional.ofNullable(account).map(Arguments::accountId),
            wanted,
            limit);
    return withStore(
        session ->
            list(
                overdue
                    ? session.twoPhase().authorizations().overdue(limit)
                    : session.twoPhase().transactions().latest(query),
                overdue));
  }

  private int list(List<TransactionLookup> lookups, boolean overdue) {
    List<Transaction> found = new ArrayList<>();
    List<TransactionLookup.Unreadable> unreadable = new ArrayList<>();
    for (TransactionLookup lookup : lookups) {
      if (lookup instanceof TransactionLookup.Found one) {
        found.add(one.record());
      } else if (lookup instanceof TransactionLookup.Unreadable one) {
        unreadable.add(one);
      }
    }
    unreadable.forEach(fault -> note(unreadable(fault)));
    done(
        Json.object(
            "transactions",
                found.stream()
                    .map(one -> Views.transaction(one, Optional.empty(), Redactor.NONE))
                    .toList(),
            "unreadable",
                Views.unreadable(
                    unreadable,
                    TransactionLookup.Unreadable::id,
                    TransactionLookup.Unreadable::fault)),
        TxViews.table(found, overdue));
    return unreadable.isEmpty() ? ExitCode.DONE : ExitCode.REFUSED;
  }

  private static String unreadable(TransactionLookup.Unreadable transaction) {
    return Views.unreadable("transaction", transaction.id(), transaction.fault());
  }

  private static State state(String text) {
    return Stream.of(State.values())
        .filter(state -> state.name().equalsIgnoreCase(text))
        .findFirst()
        .orElseThrow(
            () ->
                CommandFailure.badInput(
                    "state '%s' is none of initial, pending, authorized, applied, done, canceling,"
                            .formatted(Lines.value(text))
                        + " canceled"));
  }
}
