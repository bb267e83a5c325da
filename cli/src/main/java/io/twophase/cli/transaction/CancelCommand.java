package io.twophase.cli.transaction;

import io.twophase.app.compensation.CancelOutcome;
import io.twophase.cli.context.CommandContext;
import io.twophase.cli.context.Session;
import io.twophase.cli.context.Unresolved;
import io.twophase.cli.failure.CommandFailure;
import io.twophase.cli.failure.ExitCode;
import io.twophase.cli.text.Json;
import io.twophase.cli.text.Lines;
import io.twophase.cli.text.Shell;
import io.twophase.cli.view.Arguments;
import io.twophase.cli.view.Views;
import io.twophase.domain.TransactionId;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Cancels a transaction that is not decided. */
@Command(
    name = "cancel",
    mixinStandardHelpOptions = true,
    description = "Cancel a transaction that is not decided; again is the same answer.")
public final class CancelCommand implements Callable<Integer> {

  private final CommandContext context;

  /** Made by the command line, which gives the context. */
  public CancelCommand(CommandContext context) {
    this.context = context;
  }

  @Parameters(paramLabel = "ID", description = "of the transaction")
  String id = "";

  @Option(names = "--reason", paramLabel = "TEXT", description = "kept with it")
  String reason = "";

  @Override
  public Integer call() {
    TransactionId transaction = Arguments.transactionId(id);
    return context.withStore(
        () -> "interrupted; whether transaction " + id + " is canceled: the same command tells",
        session -> answer(session, session.twoPhase().compensation().cancel(transaction, reason)));
  }

  private int answer(Session session, CancelOutcome outcome) {
    return outcome.fold(
        this::canceled,
        decided -> {
          throw CommandFailure.refused(
              "transaction "
                  + id
                  + " is "
                  + Views.lower(decided.state())
                  + ", too late to cancel; to move it back: "
                  + context.again()
                  + " reverse "
                  + Shell.quoted(id));
        },
        notFound -> {
          throw CommandFailure.refused("NoSuchTransaction", "there is no transaction " + id);
        },
        unknown -> {
          throw CommandFailure.unknown(
              "transaction "
                  + id
                  + ": not known whether it is canceled: "
                  + unknown.why()
                  + "; "
                  + Unresolved.remedy(
                      context,
                      session,
                      Arguments.transactionId(id),
                      "the same command resolves it"));
        });
  }

  private int canceled(CancelOutcome.Canceled canceled) {
    context.answer(
        () ->
            Json.object(
                "id",
                id,
                "state",
                canceled.finished() ? "canceled" : "canceling",
                "reason",
                Views.reason(canceled.reason())),
        () -> Lines.visible("transaction " + id + "  canceled  " + canceled.reason().message()));
    return ExitCode.DONE;
  }
}
