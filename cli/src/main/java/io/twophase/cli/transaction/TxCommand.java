package io.twophase.cli.transaction;

import io.twophase.app.Transactions;
import io.twophase.cli.context.CommandContext;
import io.twophase.cli.failure.CommandFailure;
import io.twophase.cli.failure.ExitCode;
import io.twophase.cli.text.Json;
import io.twophase.cli.text.Lines;
import io.twophase.cli.text.Tables;
import io.twophase.cli.view.Arguments;
import io.twophase.cli.view.LabelOptions;
import io.twophase.cli.view.OperationViews;
import io.twophase.cli.view.ReceiptView;
import io.twophase.cli.view.Unreadable;
import io.twophase.cli.view.Views;
import io.twophase.domain.BatchId;
import io.twophase.domain.TransactionId;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.record.TransactionLookup;
import io.twophase.domain.transaction.HistoryEntry;
import io.twophase.domain.transaction.Labels;
import io.twophase.domain.transaction.Receipt;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.twophase.ports.RecordQuery;
import io.vavr.control.Option;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Shows transactions. */
@Command(
    name = "tx",
    mixinStandardHelpOptions = true,
    addMethodSubcommands = false,
    description = "Show one transaction, or list many, newest first.")
public final class TxCommand {

  private static final int WIDEST = 100;

  private final CommandContext context;

  /** Made by the command line, which gives the context. */
  public TxCommand(CommandContext context) {
    this.context = context;
  }

  @Command(
      name = "show",
      mixinStandardHelpOptions = true,
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
      return showBatch(id, latest);
    }
    TransactionId transaction = Arguments.transactionId(id);
    return context.withStore(
        session -> {
          Transactions transactions = session.twoPhase().transactions();
          TransactionLookup lookup =
              latest ? transactions.findLatest(transaction) : transactions.find(transaction);
          return lookup.fold(
              found -> {
                Option<TransactionId> reversal = ReversalLookup.of(transactions, found.record());
                context.answer(() -> json(found, reversal), () -> text(found, reversal));
                return ExitCode.DONE;
              },
              absent -> {
                throw CommandFailure.refused("NoSuchTransaction", "there is no transaction " + id);
              },
              unreadable -> {
                throw CommandFailure.refused(Unreadable.transaction(unreadable));
              },
              removed -> {
                Receipt receipt = removed.receipt();
                context.answer(() -> ReceiptView.json(receipt), () -> ReceiptView.text(receipt));
                return ExitCode.DONE;
              });
        });
  }

  private int showBatch(String id, boolean latest) {
    if (latest) {
      throw CommandFailure.badInput(
          "--latest is of a transaction, and " + Lines.value(id) + " names a batch");
    }
    return context.withStore(session -> BatchShow.answer(context, session, id));
  }

  @Command(
      name = "list",
      mixinStandardHelpOptions = true,
      description = "List transactions, newest first.")
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
    if (limit < 1 || limit > RecordQuery.MAX_LIMIT) {
      throw CommandFailure.badInput(
          "limit " + limit + " is not within 1 to " + RecordQuery.MAX_LIMIT);
    }
    Labels wanted = said.labels();
    if (overdue && (state != null || account != null || !wanted.isEmpty())) {
      throw CommandFailure.badInput(
          "--overdue lists authorizations of any account, whatever is said of them, and no state");
    }
    RecordQuery query =
        RecordQuery.latest(
            Option.of(state).map(TxCommand::state),
            Option.of(account).map(Arguments::accountId),
            wanted,
            limit);
    return context.withStore(
        session -> {
          List<TransactionLookup> lookups =
              overdue
                  ? session.twoPhase().authorizations().overdue(limit)
                  : session.twoPhase().transactions().latest(query);
          List<Transaction> found =
              lookups.stream()
                  .filter(TransactionLookup.Found.class::isInstance)
                  .map(lookup -> ((TransactionLookup.Found) lookup).record())
                  .toList();
          List<TransactionLookup.Unreadable> unreadable =
              lookups.stream()
                  .filter(TransactionLookup.Unreadable.class::isInstance)
                  .map(TransactionLookup.Unreadable.class::cast)
                  .toList();
          unreadable.forEach(fault -> context.note(Unreadable.transaction(fault)));
          context.answer(
              () ->
                  Json.object(
                      "transactions",
                      found.stream().map(one -> Views.transaction(one, Option.none())).toList(),
                      "unreadable",
                      Unreadable.transactions(unreadable)),
              () -> table(found, overdue));
          return unreadable.isEmpty() ? ExitCode.DONE : ExitCode.REFUSED;
        });
  }

  private static State state(String text) {
    for (State state : State.values()) {
      if (Views.lower(state).equals(text.toLowerCase(Locale.ROOT))) {
        return state;
      }
    }
    throw CommandFailure.badInput(
        "state '"
            + Lines.value(text)
            + "' is none of initial, pending, authorized, applied, done, canceling, canceled");
  }

  private static String table(List<Transaction> records, boolean overdue) {
    Tables table =
        new Tables(
            "ID", "STATE", "AMOUNT", "OPERATIONS", "CREATED", overdue ? "EXPIRED" : "REASON");
    for (Transaction record : records) {
      table.add(
          record.id().value(),
          Views.lower(record.state()),
          Views.amountsText(record.capturedOperations()),
          cut(Views.summary(record)),
          record.createdAt().toString(),
          overdue
              ? record.expiresAt().map(Object::toString).getOrElse("")
              : record.reason().map(reason -> reason.kind()).getOrElse(""));
    }
    return table.toString();
  }

  /** A line of many operations, as far as a person reads in a table. */
  private static String cut(String summary) {
    return summary.length() <= WIDEST ? summary : summary.substring(0, WIDEST - 1) + "…";
  }

  private static Map<String, Object> json(
      TransactionLookup.Found found, Option<TransactionId> reversal) {
    Map<String, Object> json = new LinkedHashMap<>(Views.transaction(found.record(), reversal));
    found.batch().forEach(batch -> json.put("batch", batch.value()));
    return json;
  }

  private static String text(TransactionLookup.Found found, Option<TransactionId> reversal) {
    Transaction record = found.record();
    Tables table = new Tables("transaction", record.id().value());
    table.add("state", Views.lower(record.state()));
    found.batch().forEach(batch -> table.add("batch", batch.value()));
    table.add("epoch", record.epoch().toString());
    record.application().forEach(name -> table.add("application", name.value()));
    for (Operation operation : record.operations()) {
      operation.<Boolean>foldTarget(
          account -> {
            table.add(
                Views.lower(account.direction()),
                (account.isAtMost() ? "at most " : "")
                    + account.amount()
                    + "  account "
                    + account.account());
            return true;
          },
          document -> {
            table.add(document.kind(), OperationViews.line(document));
            return true;
          });
    }
    AuthorizationLines.add(record, table);
    record.reason().forEach(reason -> table.add("reason", reason.message()));
    record.body().labels().reference().forEach(text -> table.add("reference", text));
    record
        .body()
        .labels()
        .metadata()
        .forEach((key, value) -> table.add("metadata", key + "=" + value));
    record.body().note().forEach(note -> table.add("note", note));
    record
        .body()
        .importedRow()
        .forEach(row -> table.add("import", "row " + row.row() + " of the file " + row.file()));
    record.owner().forEach(owner -> table.add("owner", owner.value()));
    record.body().reverses().forEach(reversed -> table.add("reverses", reversed.value()));
    reversal.forEach(id -> table.add("reversed by", id.value()));
    table.add("created", record.createdAt().toString());
    table.add("last modified", record.lastModified().toString());
    for (HistoryEntry entry : record.history()) {
      table.add(
          "history",
          entry.at()
              + "  "
              + Views.lower(entry.state())
              + "  epoch "
              + entry.epoch()
              + entry.application().map(name -> "  " + name).getOrElse(""));
    }
    return table.toString();
  }
}
