package io.twophase.cli.transaction;

import io.twophase.app.authorization.ReverseOutcome;
import io.twophase.cli.context.Session;
import io.twophase.console.view.Json;
import io.twophase.domain.TransactionId;
import io.twophase.domain.transaction.Refusal;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Reverses a done transaction by a new one. */
@Command(
    name = "reverse",
    description = "Move a done transaction's money back, once, by a new transaction.")
public final class ReverseCommand extends DecisionCommand {

  @Parameters(paramLabel = "ID", description = "of the transaction")
  String id = "";

  @Option(names = "--reason", paramLabel = "TEXT", description = "kept with the reversal")
  String reason = "";

  ReverseCommand() {
    super("transaction", "reversed");
  }

  @Override
  String given() {
    return id;
  }

  @Override
  int decide(Session session, TransactionId transaction) {
    return session.twoPhase().compensation().reverse(transaction, reason).fold(new Answer(session));
  }

  /** An exit code, or a failure, for each outcome. */
  private final class Answer implements ReverseOutcome.Cases<Integer> {

    private final Session session;

    Answer(Session session) {
      this.session = session;
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
      return refuse(
          why.kind(), "transaction %s is not reversed: %s; %s".formatted(id, why.message(), next));
    }

    @Override
    public Integer cancelInstead(ReverseOutcome.CancelInstead outcome) {
      return no(
          " is %s, nothing has moved: %s"
              .formatted(Json.lower(outcome.state()), command("cancel ID")));
    }

    @Override
    public Integer nothingMoved(ReverseOutcome.NothingMoved outcome) {
      return no(" was canceled: nothing ever moved");
    }

    @Override
    public Integer notFound(ReverseOutcome.NotFound outcome) {
      return ReverseCommand.this.notFound();
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
      return ReverseCommand.this.unknown(session, outcome.why());
    }

    private Integer no(String why) {
      return refuse("transaction " + id + why);
    }
  }
}
