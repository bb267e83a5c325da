package io.twophase.cli.transaction;

import io.twophase.app.authorization.VoidOutcome;
import io.twophase.cli.context.CommandContext;
import io.twophase.cli.failure.ExitCode;
import io.twophase.cli.text.Json;
import io.twophase.cli.text.Lines;
import io.twophase.cli.view.Arguments;
import io.twophase.cli.view.Views;
import io.twophase.domain.TransactionId;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Voids an authorization. */
@Command(
    name = "void",
    mixinStandardHelpOptions = true,
    description =
        "Give back what an authorization holds, if it is not captured; again is the same answer.")
public final class VoidCommand implements Callable<Integer> {

  private final CommandContext context;

  /** Made by the command line, which gives the context. */
  public VoidCommand(CommandContext context) {
    this.context = context;
  }

  @Parameters(paramLabel = "ID", description = "of the authorization")
  String id = "";

  @Option(names = "--reason", paramLabel = "TEXT", description = "kept with it")
  String reason = "";

  @Override
  public Integer call() {
    TransactionId transaction = Arguments.transactionId(id);
    AuthorizationAnswers answers = new AuthorizationAnswers(context, transaction, "voided");
    return context.withStore(
        answers::interrupted,
        session ->
            session
                .twoPhase()
                .authorizations()
                .voidAuthorization(transaction, reason)
                .<Integer>fold(
                    this::voided,
                    refused -> answers.refused(refused.refusal()),
                    unknown -> {
                      throw answers.unknown(session, unknown.why());
                    }));
  }

  private int voided(VoidOutcome.Voided outcome) {
    context.answer(
        () ->
            Json.object(
                "id",
                id,
                "state",
                outcome.finished() ? "canceled" : "canceling",
                "reason",
                Views.reason(outcome.reason())),
        () -> Lines.visible("authorization " + id + "  voided  " + outcome.reason().message()));
    return ExitCode.DONE;
  }
}
