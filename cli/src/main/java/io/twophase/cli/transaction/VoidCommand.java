package io.twophase.cli.transaction;

import io.twophase.cli.context.Session;
import io.twophase.domain.TransactionId;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Voids an authorization. */
@Command(
    name = "void",
    description =
        "Give back what an authorization holds, if it is not captured; again is the same answer.")
public final class VoidCommand extends DecisionCommand {

  @Parameters(paramLabel = "ID", description = "of the authorization")
  String id = "";

  @Option(names = "--reason", paramLabel = "TEXT", description = "kept with it")
  String reason = "";

  VoidCommand() {
    super("authorization", "voided");
  }

  @Override
  String given() {
    return id;
  }

  @Override
  int decide(Session session, TransactionId transaction) {
    return session
        .twoPhase()
        .authorizations()
        .voidAuthorization(transaction, reason)
        .<Integer>fold(
            voided -> takenBack(voided.reason(), voided.finished()),
            refused -> refused(refused.reason()),
            unknown -> unknown(session, unknown.why()));
  }
}
