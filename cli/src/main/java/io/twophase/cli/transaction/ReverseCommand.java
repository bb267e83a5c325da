package io.twophase.cli.transaction;

import io.twophase.app.authorization.ReverseOutcome;
import io.twophase.cli.context.Session;
import io.twophase.cli.context.SessionCommand;
import io.twophase.cli.failure.CommandFailure;
import io.twophase.cli.text.Json;
import io.twophase.domain.transaction.Refusal;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Reverses a done transaction by a new one. */
@Command(
    name = "reverse",
    mixinStandardHelpOptions = true,
    description = "Move a done transaction's money back, once, by a new transaction.")
public final class ReverseCommand extends SessionCommand implements Callable<Integer> {

  @Parameters(paramLabel = "ID", description = "of the transaction")
  String id = "";

  @Option(names = "--reason", paramLabel = "TEXT", description = "kept with the reversal")
  String reason = "";

  @Override
  public Integer call() {
    DecisionAnswers answers = new DecisionAnswers(context(), "transaction", id, "reversed");
    return answers.ask(
        session ->
            session
                .twoPhase()
                .compensation()
                .reverse(answers.id(), reason)
                .fold(new Answer(session, answers)));
  }

  /** An exit code, or a failure, for each outcome. */
  private final class Answer implements ReverseOutcome.Cases<Integer> {

    private final Session session;
    private final DecisionAnswers answers;

    Answer(Session session, DecisionAnswers answers) {
      this.session = session;
      this.answers = answers;
    }

    @Override
    public Integer reversed(ReverseOutcome.Reversed outcome) {
      return done(
          Json.object(
              "id", id,
              "reversal", outcome.reversal(),
              "alreadyDone", outcome.foundDecided()),
          "transaction %s  reversed by %s".formatted(id, outcome.reversal()));
    }

    @Override
    public Integer refused(ReverseOutcome.Refused outcome) {
      Refusal why = outcome.reason();
      String next =
          why instanceof Refusal.IdReused
              ? "the id of its reversal stays taken"
              : "it can be asked again";
      return CommandFailure.refused(
              why.kind(),
              "transaction %s is not reversed: %s; %s".formatted(id, why.message(), next))
          .raise();
    }

    @Override
    public Integer cancelInstead(ReverseOutcome.CancelInstead outcome) {
      return no(
          " is %s, nothing has moved: %s"
              .formatted(Json.lower(outcome.state()), answers.command("cancel ID")));
    }

    @Override
    public Integer nothingMoved(ReverseOutcome.NothingMoved outcome) {
      return no(" was canceled: nothing ever moved");
    }

    @Override
    public Integer notFound(ReverseOutcome.NotFound outcome) {
      return answers.notFound();
    }

    @Override
    public Integer recordRemoved(ReverseOutcome.RecordRemoved outcome) {
      return no(
          " is done, and its record was removed since: what it moved is not known any more; a"
              + " transfer that moves it back can be asked for by itself");
    }

    @Override
    public Integer idTooLong(ReverseOutcome.IdTooLong outcome) {
      return no(": the id of its reversal would be too long");
    }

    @Override
    public Integer notReversible(ReverseOutcome.NotReversible outcome) {
      return no(
          ": its %s of %s cannot be reversed: what was there before is not kept"
              .formatted(outcome.operation().kind(), outcome.operation().document()));
    }

    @Override
    public Integer unknown(ReverseOutcome.Unknown outcome) {
      return answers.unknown(session, outcome.why());
    }

    private Integer no(String why) {
      return CommandFailure.refused("transaction " + id + why).raise();
    }
  }
}
