package io.twophase.app.cli;

import io.twophase.app.usecase.CancelOutcome;
import io.twophase.domain.id.TransactionId;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Cancels a transaction that is not decided. */
@Command(
    name = "cancel",
    mixinStandardHelpOptions = true,
    description = "Cancel a transaction that is not decided; again is the same answer.")
final class CancelCommand implements Callable<Integer> {

  @ParentCommand TwophaseCommand root = new TwophaseCommand();

  @Parameters(paramLabel = "ID", description = "of the transaction")
  String id = "";

  @Option(names = "--reason", paramLabel = "TEXT", description = "kept with it")
  String reason = "";

  @Override
  public Integer call() {
    TransactionId transaction = Arguments.transactionId(id);
    return root.withStore(
        () -> "interrupted; whether transaction " + id + " is canceled: the same command tells",
        session -> answer(session, session.twoPhase().compensation().cancel(transaction, reason)));
  }

  private int answer(Session session, CancelOutcome outcome) {
    if (outcome instanceof CancelOutcome.Canceled canceled) {
      root.answer(
          () ->
              Json.object(
                  "id",
                  id,
                  "state",
                  canceled.finished() ? "canceled" : "canceling",
                  "reason",
                  Json.object(
                      "kind", canceled.reason().kind(),
                      "message", canceled.reason().message())),
          () -> "transaction " + id + "  canceled  " + canceled.reason().message());
      return ExitCode.DONE;
    } else if (outcome instanceof CancelOutcome.AlreadyDecided decided) {
      throw CommandFailure.refused(
          "transaction "
              + id
              + " is "
              + Views.lower(decided.state())
              + ", too late to cancel; to move it back: "
              + root.again()
              + " reverse '"
              + id
              + "'");
    } else if (outcome instanceof CancelOutcome.Unknown unknown) {
      throw CommandFailure.unknown(
          "transaction "
              + id
              + ": not known whether it is canceled: "
              + unknown.why()
              + "; "
              + Unresolved.remedy(
                  root, session, Arguments.transactionId(id), "the same command resolves it"));
    }
    throw CommandFailure.refused("there is no transaction " + id);
  }
}
