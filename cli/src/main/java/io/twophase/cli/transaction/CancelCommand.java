package io.twophase.cli.transaction;

import io.twophase.cli.context.Session;
import io.twophase.console.view.Json;
import io.twophase.domain.TransactionId;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Cancels a transaction that is not decided. */
@Command(
    name = "cancel",
    description = "Cancel a transaction that is not decided; again is the same answer.")
public final class CancelCommand extends DecisionCommand {

  @Parameters(paramLabel = "ID", description = "of the transaction")
  String id = "";

  @Option(names = "--reason", paramLabel = "TEXT", description = "kept with it")
  String reason = "";

  CancelCommand() {
    super("transaction", "canceled");
  }

  @Override
  String given() {
    return id;
  }

  @Override
  int decide(Session session, TransactionId transaction) {
    return session
        .twoPhase()
        .compensation()
        .cancel(transaction, reason)
        .<Integer>fold(
            canceled -> takenBack(canceled.reason(), canceled.finished()),
            decided ->
                refuse(
                    "transaction %s is %s, too late to cancel; to move it back: %s"
                        .formatted(id, Json.lower(decided.state()), command("reverse ID"))),
            notFound -> notFound(),
            unknown -> unknown(session, unknown.why()));
  }
}
