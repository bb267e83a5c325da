package io.twophase.cli.transaction;

import io.twophase.app.compensation.ReverseOutcome;
import io.twophase.cli.context.CommandContext;
import io.twophase.cli.context.Session;
import io.twophase.cli.context.Unresolved;
import io.twophase.cli.failure.CommandFailure;
import io.twophase.cli.failure.ExitCode;
import io.twophase.cli.text.Json;
import io.twophase.cli.view.Arguments;
import io.twophase.cli.view.Views;
import io.twophase.domain.id.TransactionId;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Reverses a done transaction by a new one. */
@Command(
    name = "reverse",
    mixinStandardHelpOptions = true,
    description = "Move a done transaction's money back, once, by a new transaction.")
public final class ReverseCommand implements Callable<Integer> {

  private final CommandContext context;

  /** Made by the command line, which gives the context. */
  public ReverseCommand(CommandContext context) {
    this.context = context;
  }

  @Parameters(paramLabel = "ID", description = "of the transaction")
  String id = "";

  @Option(names = "--reason", paramLabel = "TEXT", description = "kept with the reversal")
  String reason = "";

  @Override
  public Integer call() {
    TransactionId transaction = Arguments.transactionId(id);
    return context.withStore(
        () -> "interrupted; whether transaction " + id + " is reversed: the same command tells",
        session -> answer(session, session.twoPhase().compensation().reverse(transaction, reason)));
  }

  private int answer(Session session, ReverseOutcome outcome) {
    if (outcome instanceof ReverseOutcome.Reversed reversed) {
      String reversal = reversed.reversal().value();
      context.answer(
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
                  context, session, Arguments.transactionId(id), "the same command resolves it"));
    }
    return CommandFailure.refused("there is no " + what);
  }
}
