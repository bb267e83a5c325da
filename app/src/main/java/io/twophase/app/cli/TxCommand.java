package io.twophase.app.cli;

import io.twophase.app.usecase.Transactions;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.money.Money;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.outcome.Sighting;
import io.twophase.domain.transaction.HistoryEntry;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.twophase.ports.TransactionQuery;
import io.twophase.ports.TransactionRepository;
import io.vavr.control.Option;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Shows transactions. */
@Command(
    name = "tx",
    mixinStandardHelpOptions = true,
    description = "Show one transaction, or list many, newest first.")
final class TxCommand {

  @ParentCommand TwophaseCommand root = new TwophaseCommand();

  @Command(
      name = "show",
      mixinStandardHelpOptions = true,
      description = "Show a transaction with its history and reason.")
  int show(
      @Parameters(paramLabel = "ID", description = "of the transaction") String id,
      @CommandLine.Option(
              names = "--latest",
              description = "as a majority of the servers has it, through a partition too")
          boolean latest) {
    TransactionId transaction = Arguments.transactionId(id);
    return root.withStore(
        session -> {
          Transactions transactions = session.twoPhase().transactions();
          Sighting sighting =
              latest ? transactions.findLatest(transaction) : transactions.find(transaction);
          if (sighting instanceof Sighting.Found found) {
            Option<TransactionId> reversal = ReversalLookup.of(transactions, found.record());
            root.answer(
                () -> Views.transaction(found.record(), reversal),
                () -> text(found.record(), reversal));
            return ExitCode.DONE;
          } else if (sighting instanceof Sighting.Unreadable unreadable) {
            throw CommandFailure.refused(Unreadable.transaction(unreadable));
          }
          throw CommandFailure.refused("there is no transaction " + id);
        });
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
          int limit) {
    if (limit < 1 || limit > TransactionRepository.MAX_LATEST) {
      throw CommandFailure.badInput(
          "limit " + limit + " is not within 1 to " + TransactionRepository.MAX_LATEST);
    }
    TransactionQuery query =
        new TransactionQuery(
            Option.of(state).map(TxCommand::state),
            Option.of(account).map(Arguments::accountId),
            limit);
    return root.withStore(
        session -> {
          List<Sighting> sightings = session.twoPhase().transactions().latest(query);
          List<Transaction> found =
              sightings.stream()
                  .filter(Sighting.Found.class::isInstance)
                  .map(sighting -> ((Sighting.Found) sighting).record())
                  .toList();
          List<Sighting.Unreadable> unreadable =
              sightings.stream()
                  .filter(Sighting.Unreadable.class::isInstance)
                  .map(Sighting.Unreadable.class::cast)
                  .toList();
          unreadable.forEach(fault -> root.note(Unreadable.transaction(fault)));
          root.answer(
              () ->
                  Json.object(
                      "transactions",
                      found.stream().map(one -> Views.transaction(one, Option.none())).toList(),
                      "unreadable",
                      Unreadable.transactions(unreadable)),
              () -> table(found));
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
            + "' is none of initial, pending, applied, done, canceling, canceled");
  }

  private static String table(List<Transaction> records) {
    Tables table = new Tables("ID", "STATE", "AMOUNT", "OPERATIONS", "CREATED", "REASON");
    for (Transaction record : records) {
      table.add(
          record.id().value(),
          Views.lower(record.state()),
          Views.amount(record).map(Money::toString).getOrElse(""),
          Views.summary(record),
          record.createdAt().toString(),
          record.reason().map(reason -> reason.kind()).getOrElse(""));
    }
    return table.toString();
  }

  private static String text(Transaction record, Option<TransactionId> reversal) {
    Tables table = new Tables("transaction", record.id().value());
    table.add("state", Views.lower(record.state()));
    table.add("epoch", record.epoch().toString());
    record.application().forEach(name -> table.add("application", name.value()));
    for (Operation operation : record.operations()) {
      table.add(
          Views.lower(operation.side()), operation.amount() + "  account " + operation.account());
    }
    record.reason().forEach(reason -> table.add("reason", reason.message()));
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
