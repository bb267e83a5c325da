package io.twophase.cli.transaction;

import io.twophase.cli.context.SessionCommand;
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
public final class VoidCommand extends SessionCommand implements Callable<Integer> {

  @Parameters(paramLabel = "ID", description = "of the authorization")
  String id = "";

  @Option(names = "--reason", paramLabel = "TEXT", description = "kept with it")
  String reason = "";

  @Override
  public Integer call() {
    DecisionAnswers answers = new DecisionAnswers(context(), "authorization", id, "voided");
    return answers.ask(
        session ->
            session
                .twoPhase()
                .authorizations()
                .voidAuthorization(answers.id(), reason)
                .<Integer>fold(
                    voided -> answers.takenBack(voided.reason(), voided.finished()),
                    refused -> answers.refused(refused.reason()),
                    unknown -> answers.unknown(session, unknown.why())));
  }
}
