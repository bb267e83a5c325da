package io.twophase.cli.imports;

import io.twophase.TwoPhaseSettings;
import io.twophase.app.transfer.Order;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.cli.context.Failures;
import io.twophase.cli.context.Notes;
import io.twophase.cli.context.Progress;
import io.twophase.cli.context.Session;
import io.twophase.cli.context.SessionCommand;
import io.twophase.cli.text.CommandFailure;
import io.twophase.cli.text.ExitCode;
import io.twophase.cli.text.InputFile;
import io.twophase.cli.text.Lines;
import io.twophase.cli.view.AccountCurrencies;
import io.twophase.cli.view.Arguments;
import io.twophase.cli.view.PeriodOption;
import io.twophase.cli.view.RefusedBefore;
import io.twophase.console.view.Json;
import io.twophase.console.view.Redactor;
import io.twophase.console.view.Views;
import io.twophase.domain.Money;
import io.twophase.domain.Reason;
import io.twophase.domain.TransactionId;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.ports.StoreException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs the transactions of a file. */
@Command(name = "run")
public final class RunCommand extends SessionCommand implements Callable<Integer> {

  @Parameters(index = "0", paramLabel = "FILE")
  Path file = Path.of("");

  @Option(names = "--order", paramLabel = "file|any", defaultValue = "file")
  String order = "file";

  @Mixin PeriodOption period = new PeriodOption();

  @Override
  @SuppressWarnings("try") // progress is closed before the answer is written, and again: idempotent
  public Integer call() {
    Order meaning = Arguments.order(order);
    try (InputFile input = InputFile.of(file);
        Progress progress = Progress.of("run", !context().isJson())) {
      RequestFile requests = new RequestFile(input);
      // all of it is read before anything is changed: what is broken about it shows first
      RequestFile.Survey survey = requests.survey();
      Answers answers = new Answers(survey.transactions());
      return untilAsked(
          answers::interrupted,
          (session, interruption) -> {
            AccountCurrencies currencies =
                new AccountCurrencies(session.twoPhase().accounts()).learn(survey.accounts());
            requests.check(currencies);
            progress.phase("transactions", survey.transactions());
            BooleanSupplier stop = () -> interruption.isAsked() || answers.areOpenEnded();
            try (RequestFile.Requests all = requests.requests(currencies, stop)) {
              var unused =
                  session
                      .twoPhase()
                      .transfers()
                      .transferAll(
                          all,
                          period::posting,
                          meaning,
                          answer -> {
                            answers.add(session, answer.outcome());
                            progress.step(1);
                          });
            } catch (StoreException fault) {
              answers.ended(fault);
            }
            // before the answer is written, or the bar would be in its midst
            progress.close();
            context()
                .answer(
                    () -> Json.object("transactions", answers.json, "error", answers.fault),
                    answers::text);
            return interruption.isAsked() ? ExitCode.UNKNOWN : answers.exitCode(session);
          });
    }
  }

  /** The answers to the transactions of a file, in its order: shown, and counted. */
  private final class Answers {

    /** After so many in a row that are not certain the store is not asked for more: a batch. */
    private static final int MOST_OPEN_ENDED = TwoPhaseSettings.DEFAULT_BATCH_SIZE;

    private final Notes notes = new Notes(context(), "more transactions that are not done follow");
    private final long total;
    private final List<Map<String, Object>> json = new ArrayList<>();
    private final Map<String, Integer> states = new LinkedHashMap<>();
    private Optional<TransactionId> firstUnknown = Optional.empty();
    private Optional<Map<String, Object>> fault = Optional.empty();
    private String only = "";

    /** If the store was lost, then some of the rest may have been asked beside those answered. */
    private String rest = " not asked";

    private int answered;
    private int openEndedInARow;
    private int unfinished;
    private int exitCode = ExitCode.DONE;

    /** None yet, of so many. */
    Answers(long total) {
      this.total = total;
    }

    void add(Session session, TransactionOutcome outcome) {
      TransactionId id = outcome.id();
      outcome.<Boolean>fold(
          applied -> applied(id, applied),
          refused -> refused(session, id, refused),
          unknown -> unknown(id, unknown.why()),
          notAsked -> notAsked(id, notAsked.why()));
      answered++;
      openEndedInARow = outcome.isOpenEnded() ? openEndedInARow + 1 : 0;
    }

    /** Returns whether the store answers so little that more is not to be asked. */
    boolean areOpenEnded() {
      return openEndedInARow >= MOST_OPEN_ENDED;
    }

    /** Takes the fault that is the answer to all that have none. */
    void ended(StoreException ended) {
      String why = Lines.shown(String.valueOf(ended.getMessage()), context().store());
      notes.show(why);
      rest = " without an answer";
      int code = Failures.exitCode(ended);
      fault = Optional.of(CommandFailure.json(code, ExitCode.kind(code), why));
      exitCode = ExitCode.first(exitCode, code);
    }

    private boolean notAsked(TransactionId id, String why) {
      notes.show("transaction " + id + " was not asked for: ", why);
      return show(id, "notAsked", Optional.empty(), Optional.empty(), ExitCode.UNREACHABLE);
    }

    private boolean unknown(TransactionId id, String why) {
      notes.show("transaction " + id + ": the outcome is not known: ", why);
      firstUnknown = firstUnknown.or(() -> Optional.of(id));
      return show(id, "unknown", Optional.empty(), Optional.empty(), ExitCode.UNKNOWN);
    }

    private boolean applied(TransactionId id, TransactionOutcome.Applied applied) {
      unfinished += applied.finished() ? 0 : 1;
      return applied.finished()
          ? show(id, "done", Optional.empty(), applied.moved(), ExitCode.DONE)
          : show(id, "applied", Optional.empty(), applied.moved(), ExitCode.UNKNOWN);
    }

    private boolean refused(Session session, TransactionId id, TransactionOutcome.Refused refused) {
      Reason reason =
          RefusedBefore.explained(refused, "transaction", session.twoPhase().transactions());
      unfinished += refused.finished() ? 0 : 1;
      notes.show("transaction " + id + " " + RefusedBefore.words(reason));
      String ended = refused.finished() ? "canceled" : "canceling";
      return show(
          id,
          refused.reason() instanceof CancelReason ? ended : "refused",
          Optional.of(reason),
          Optional.empty(),
          refused.finished() ? ExitCode.REFUSED : ExitCode.UNKNOWN);
    }

    private boolean show(
        TransactionId id, String state, Optional<Reason> refusal, Optional<Money> moved, int code) {
      exitCode = ExitCode.first(exitCode, code);
      states.merge(state, 1, Integer::sum);
      if (context().isJson()) {
        Map<String, Object> answer = Json.object("id", id, "state", state);
        // the name is there in either case
        answer.put("refusal", refusal.map(why -> Views.reason(why, Redactor.NONE)).orElse(null));
        moved.ifPresent(amount -> answer.put("moved", amount.toDecimal()));
        json.add(answer);
      }
      String line =
          "%s  %s%s%s"
              .formatted(
                  id,
                  state,
                  refusal.map(reason -> "  " + reason.kind()).orElse(""),
                  moved.map(amount -> "  moved " + amount).orElse(""));
      if (total == 1) {
        only = "transaction " + line;
      } else {
        context().tell(line);
      }
      return true;
    }

    /** The only one; or how many there are of each state, in one line. */
    private String text() {
      if (!only.isEmpty()) {
        return only;
      }
      List<String> counts = new ArrayList<>();
      states.forEach((state, count) -> counts.add(count + " " + state));
      if (answered < total) {
        counts.add((total - answered) + rest);
      }
      return Lines.count(total, "transaction") + ": " + String.join(", ", counts);
    }

    /** Returns what the worst of them is to the shell, with a line for what is left to do. */
    private int exitCode(Session session) {
      String again = "to resolve it: the same run again";
      firstUnknown.ifPresent(id -> note(context().remedy(session, id, again)));
      if (unfinished > 0) {
        note(
            Lines.count(unfinished, "transaction")
                + " decided and not finished, since the store gave no certain answer in time; to"
                + " finish what was decided: the same run again");
      }
      if (answered < total) {
        note(
            Lines.count(total - answered, "transaction")
                + (" after that" + rest + "; to go on: the same run again"));
      }
      return exitCode;
    }

    private String interrupted() {
      return "interrupted: %s of %s have their answer, which stays; to go on with the others: the same run again"
          .formatted(answered, Lines.count(total, "transaction"));
    }
  }
}
