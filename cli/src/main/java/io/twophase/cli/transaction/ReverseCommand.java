package io.twophase.cli.transaction;

import io.twophase.app.compensation.ReverseOutcome;
import io.twophase.app.transfer.Refusal;
import io.twophase.cli.context.CommandContext;
import io.twophase.cli.context.Session;
import io.twophase.cli.context.Unresolved;
import io.twophase.cli.failure.CommandFailure;
import io.twophase.cli.failure.ExitCode;
import io.twophase.cli.text.Json;
import io.twophase.cli.text.Shell;
import io.twophase.cli.view.Arguments;
import io.twophase.cli.view.Views;
import io.twophase.domain.TransactionId;
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
    return outcome.fold(new Answer(session));
  }

  /** An exit code, or a failure, for each outcome. */
  private final class Answer implements ReverseOutcome.Cases<Integer> {

    private final Session session;
    private final String what = "transaction " + id;

    Answer(Session session) {
      this.session = session;
    }

    @Override
    public Integer reversed(ReverseOutcome.Reversed outcome) {
      String reversal = outcome.reversal().value();
      context.answer(
          () -> Json.object("id", id, "reversal", reversal, "alreadyDone", outcome.foundDecided()),
          () -> what + "  reversed by " + reversal);
      return ExitCode.DONE;
    }

    @Override
    public Integer refused(ReverseOutcome.Refused outcome) {
      boolean isTaken = outcome.refusal() instanceof Refusal.IdReused;
      throw CommandFailure.refused(
          outcome.refusal().kind(),
          what
              + " is not reversed: "
              + outcome.refusal().message()
              + (isTaken ? "; the id of its reversal stays taken" : "; it can be asked again"));
    }

    @Override
    public Integer cancelInstead(ReverseOutcome.CancelInstead outcome) {
      throw CommandFailure.refused(
          what
              + " is "
              + Views.lower(outcome.state())
              + ", nothing has moved: "
              + context.again()
              + " cancel "
              + Shell.quoted(id));
    }

    @Override
    public Integer nothingMoved(ReverseOutcome.NothingMoved outcome) {
      throw CommandFailure.refused(what + " was canceled: nothing ever moved");
    }

    @Override
    public Integer notFound(ReverseOutcome.NotFound outcome) {
      throw CommandFailure.refused("NoSuchTransaction", "there is no " + what);
    }

    @Override
    public Integer recordRemoved(ReverseOutcome.RecordRemoved outcome) {
      throw CommandFailure.refused(
          what
              + " is done, and its record was removed since: what it moved is not known any more; a"
              + " transfer that moves it back can be asked for by itself");
    }

    @Override
    public Integer idTooLong(ReverseOutcome.IdTooLong outcome) {
      throw CommandFailure.refused(what + ": the id of its reversal would be too long");
    }

    @Override
    public Integer notReversible(ReverseOutcome.NotReversible outcome) {
      throw CommandFailure.refused(
          what
              + ": its "
              + outcome.operation().kind()
              + " of "
              + outcome.operation().document()
              + " cannot be reversed: what was there before is not kept");
    }

    @Override
    public Integer unknown(ReverseOutcome.Unknown outcome) {
      throw CommandFailure.unknown(
          what
              + ": not known whether it is reversed: "
              + outcome.why()
              + "; "
              + Unresolved.remedy(
                  context, session, Arguments.transactionId(id), "the same command resolves it"));
    }
  }
}
