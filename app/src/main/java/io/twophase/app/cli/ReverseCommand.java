package io.twophase.app.cli;

import io.twophase.app.usecase.ReverseOutcome;
import io.twophase.domain.id.TransactionId;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Reverses a done transaction by a new one. */
@Command(
    name = "reverse",
    mixinStandardHelpOptions = true,
    description = "Move a done transaction's money back, once, by a new transaction.")
final class ReverseCommand implements Callable<Integer> {

  @ParentCommand TwophaseCommand root = new TwophaseCommand();

  @Parameters(paramLabel = "ID", description = "of the transaction")
  String id = "";

  @Option(names = "--reason", paramLabel = "TEXT", description = "kept with the reversal")
  String reason = "";

  @Override
  public Integer call() {
    TransactionId transaction = Arguments.transactionId(id);
    return root.withStore(
        () -> "interrupted; whether transaction " + id + " is reversed: the same command tells",
        session -> answer(session, session.twoPhase().compensation().reverse(transaction, reason)));
  }

  private int answer(Session session, ReverseOutcome outcome) {
    if (outcome instanceof ReverseOutcome.Reversed reversed) {
      String reversal = reversed.reversal().value();
      root.answer(
          () -> Json.object("id", id, "reversal", reversal, "alreadyDone", reversed.foundDecided()),
          () -> "transaction " + id + "  reversed by " + reversal);
      return ExitCode.DONE;
    }
    throw failure(session, outcome);
  }

  private CommandFailure failure(Session session, ReverseOutcome outcome) {
    String what = "transaction " + id;
    if (outcome instanceof ReverseOutcome.Refused refused) {
      return CommandFailure.refused(
          what + " is not reversed: " + refused.refusal().message() + "; it can be asked again");
    } else if (outcome instanceof ReverseOutcome.CancelInstead undecided) {
      return CommandFailure.refused(
          what
              + " is "
              + Views.lower(undecided.state())
              + ", nothing has moved: twophase cancel "
              + id);
    } else if (outcome instanceof ReverseOutcome.NothingMoved) {
      return CommandFailure.refused(what + " was canceled: nothing ever moved");
    } else if (outcome instanceof ReverseOutcome.IdTooLong) {
      return CommandFailure.refused(what + ": the id of its reversal would be too long");
    } else if (outcome instanceof ReverseOutcome.Unknown unknown) {
      return CommandFailure.unknown(
          what
              + ": not known whether it is reversed: "
              + unknown.why()
              + "; "
              + Unresolved.remedy(
                  root, session, Arguments.transactionId(id), "the same command resolves it"));
    }
    return CommandFailure.refused("there is no " + what);
  }
}
