package io.twophase.domain.protocol;

import io.twophase.domain.id.Epoch;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.transaction.Transition;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Steps in the words of the tables: {@code hold@1 A B}, {@code decide@2}, {@code stop: applied}.
 */
final class Words {

  private Words() {}

  static String of(Step step) {
    if (step instanceof Step.Move move) {
      return of(move.transition());
    }
    if (step instanceof Step.PlaceHolds holds) {
      return on("hold", holds.epoch(), holds.operations());
    }
    if (step instanceof Step.AwaitRoom wait) {
      return on("await room", wait.epoch(), wait.operations());
    }
    if (step instanceof Step.Stamp stamp) {
      return on("stamp", stamp.epoch(), stamp.operations());
    }
    if (step instanceof Step.Settle settle) {
      return on("settle", settle.epoch(), settle.operations());
    }
    if (step instanceof Step.Release release) {
      return on("release", release.epoch(), release.operations());
    }
    if (step instanceof Step.Withdraw withdraw) {
      return on("withdraw", withdraw.epoch(), withdraw.operations());
    }
    if (step instanceof Step.Stop stop) {
      return "stop: " + of(stop.result());
    }
    return step.getClass().getSimpleName().toLowerCase(Locale.ROOT);
  }

  private static String of(Transition transition) {
    if (transition instanceof Transition.TakeOver takeOver) {
      return "take over@" + takeOver.expected();
    }
    if (transition instanceof Transition.Decide decide) {
      return "decide@" + decide.epoch();
    }
    if (transition instanceof Transition.BeginCancel cancel) {
      return "begin cancel@" + cancel.epoch();
    }
    if (transition instanceof Transition.CancelUnclaimed) {
      return "cancel unclaimed";
    }
    if (transition instanceof Transition.FinishCancel) {
      return "finish cancel";
    }
    return transition instanceof Transition.Finish ? "finish" : "claim";
  }

  private static String of(Result result) {
    if (result instanceof Result.Applied applied) {
      return applied.finished() ? "applied" : "applied, not finished";
    }
    if (result instanceof Result.Canceled canceled) {
      return canceled.reason().kind() + (canceled.finished() ? "" : ", not finished");
    }
    if (result instanceof Result.AlreadyDecided decided) {
      return "already " + decided.state();
    }
    if (result instanceof Result.Busy busy) {
      return "busy@" + busy.epoch();
    }
    if (result instanceof Result.Unknown unknown) {
      return "unknown in " + unknown.during() + unknown.epoch().map(e -> "@" + e).getOrElse("");
    }
    return result.getClass().getSimpleName();
  }

  private static String on(String verb, Epoch epoch, List<Operation> operations) {
    return operations.stream()
        .map(
            operation ->
                operation.<String>foldTarget(
                    account -> account.account().value(),
                    document -> document.document().toString()))
        .collect(Collectors.joining(" ", verb + "@" + epoch + " ", ""));
  }
}
