package io.twophase.cli.run;

import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransactionRequest;
import io.twophase.cli.context.CommandContext;
import io.twophase.cli.context.Failures;
import io.twophase.cli.context.Notes;
import io.twophase.cli.text.ExitCode;
import io.twophase.cli.text.Lines;
import io.twophase.cli.view.RefusedBefore;
import io.twophase.cli.view.Reused;
import io.twophase.console.view.Json;
import io.twophase.console.view.Redactor;
import io.twophase.console.view.Views;
import io.twophase.domain.Money;
import io.twophase.domain.Reason;
import io.twophase.domain.TransactionId;
import io.twophase.domain.record.TransactionLookup;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.Refusal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The answers to the transactions of a file, in its order: shown, and counted. */
final class RunAnswers {

  private final CommandContext context;
  private final Notes notes;
  private final long total;
  private final List<Map<String, Object>> json = new ArrayList<>();
  private final Map<String, Integer> states = new LinkedHashMap<>();
  private Optional<TransactionId> firstUnknown = Optional.empty();
  private Function<TransactionId, TransactionLookup> lookup = TransactionLookup.Absent::new;
  private String only = "";
  private int answered;
  private int unfinished;
  private int exitCode = ExitCode.DONE;

  /**
   * None yet.
   *
   * @param total how many there will be
   */
  RunAnswers(CommandContext context, long total) {
    this.context = context;
    this.notes = new Notes(context, "more transactions that are not done follow");
    this.total = total;
  }

  /** From now on records are looked up by {@code finder}, for when they were refused. */
  void lookUpBy(Function<TransactionId, TransactionLookup> finder) {
    lookup = finder;
  }

  /** One more answer. */
  void add(InFlight.Answer answer) {
    TransactionRequest request = answer.request();
    answer.outcome().fold(fault -> unreachable(request, fault), outcome -> of(request, outcome));
    answered++;
  }

  private boolean unreachable(TransactionRequest request, RuntimeException fault) {
    notes.show(
        "transaction " + request.id() + " was not asked for: ", String.valueOf(fault.getMessage()));
    return show(request, "notAsked", Optional.empty(), Failures.exitCode(fault));
  }

  private boolean of(TransactionRequest request, TransactionOutcome outcome) {
    return outcome.fold(
        applied -> applied(request, applied),
        refused -> refused(request, refused),
        unknown -> {
          notes.show("transaction " + request.id() + ": the outcome is not known: ", unknown.why());
          firstUnknown = firstUnknown.or(() -> Optional.of(request.id()));
          return show(request, "unknown", Optional.empty(), ExitCode.UNKNOWN);
        },
        notAsked -> {
          notes.show("transaction " + request.id() + " was not asked for: ", notAsked.why());
          return show(request, "notAsked", Optional.empty(), ExitCode.UNREACHABLE);
        });
  }

  private boolean applied(TransactionRequest request, TransactionOutcome.Applied applied) {
    unfinished += applied.finished() ? 0 : 1;
    return show(
        request,
        applied.finished() ? "done" : "applied",
        Optional.empty(),
        applied.moved(),
        applied.finished() ? ExitCode.DONE : ExitCode.UNKNOWN);
  }

  private boolean refused(TransactionRequest request, TransactionOutcome.Refused refused) {
    Refusal refusal = refused.reason();
    Reason explained = Reused.explained(refusal);
    Reason reason =
        refused.foundDecided()
            ? RefusedBefore.explained(explained, lookup.apply(request.id()))
            : explained;
    unfinished += refused.finished() ? 0 : 1;
    notes.show("transaction " + request.id() + " " + RefusedBefore.words(reason));
    String ended = refused.finished() ? "canceled" : "canceling";
    return show(
        request,
        refusal instanceof CancelReason ? ended : "refused",
        Optional.of(reason),
        refused.finished() ? ExitCode.REFUSED : ExitCode.UNKNOWN);
  }

  private boolean show(
      TransactionRequest request, String state, Optional<Reason> refusal, int code) {
    return show(request, state, refusal, Optional.empty(), code);
  }

  private boolean show(
      TransactionRequest request,
      String state,
      Optional<Reason> refusal,
      Optional<Money> moved,
      int code) {
    exitCode = ExitCode.first(exitCode, code);
    states.merge(state, 1, Integer::sum);
    if (context.isJson()) {
      Map<String, Object> answer = Json.object("id", request.id().value(), "state", state);
      // the name is there in either case
      answer.put("refusal", refusal.map(why -> Views.reason(why, Redactor.NONE)).orElse(null));
      moved.ifPresent(amount -> answer.put("moved", amount.toDecimal()));
      json.add(answer);
    }
    String line =
        request.id()
            + "  "
            + state
            + refusal.map(reason -> "  " + reason.kind()).orElse("")
            + moved.map(amount -> "  moved " + amount).orElse("");
    if (total == 1) {
      only = "transaction " + line;
    } else {
      context.tell(line);
    }
    return true;
  }

  int answered() {
    return answered;
  }

  /** Returns how many are decided and not finished. */
  int unfinished() {
    return unfinished;
  }

  /** The first whose outcome is not known. */
  Optional<TransactionId> firstUnknown() {
    return firstUnknown;
  }

  /** Returns what the worst of them is to the shell. */
  int exitCode() {
    return exitCode;
  }

  /** All of them, for machines. */
  Map<String, Object> json() {
    return Json.object("transactions", json);
  }

  /** The only one; or how many there are of each state, in one line. */
  String text() {
    if (!only.isEmpty()) {
      return only;
    }
    List<String> counts = new ArrayList<>();
    states.forEach((state, count) -> counts.add(count + " " + state));
    if (answered < total) {
      counts.add((total - answered) + " not asked");
    }
    return Lines.count(total, "transaction") + ": " + String.join(", ", counts);
  }
}
