package io.twophase.cli.transaction;

import io.twophase.cli.context.SessionCommand;
import io.twophase.cli.failure.CommandFailure;
import io.twophase.cli.text.Json;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Cancels a transaction that is not decided. */
@Command(
    name = "cancel",
    mixinStandardHelpOptions = true,
    description = "Cancel a transaction that is not decided; again is the same answer.")
public final class CancelCommand extends SessionCommand implements Callable<Integer> {

  @Parameters(paramLabel = "ID", description = "of the transaction")
  String id = "";

  @Option(names = "--reason", paramLabel = "TEXT", description = "kept with it")
  String reason = "";

  @Override
  public Integer call() {
    DecisionAnswers answers = new DecisionAnswers(context(), "transaction", id, "canceled");
    return answers.ask(
        session ->
            session
                .twoPhase()
                .compensation()
                .cancel(answers.id(), reason)
                .<Integer>fold(
                    canceled -> answers.takenBack(canceled.reason(), canceled.finished()),
                    decided ->
                        CommandFailure.refused(
                                "transaction %s is %s, too late to cancel; to move it back: %s"
                                    .formatted(
                                        id,
                                        Json.lower(decided.state()),
                                        answers.command("reverse ID")))
                            .raise(),
                    notFound -> answers.notFound(),
                    unknown -> answers.unknown(session, unknown.why())));
  }
}
