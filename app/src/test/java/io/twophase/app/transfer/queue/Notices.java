package io.twophase.app.transfer.queue;

import static java.util.stream.Collectors.joining;

import io.twophase.TwoPhaseListener;
import io.twophase.app.recovery.Recovered;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.test.fault.Interceptor;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Listeners note what they are notified of, and for which caller. */
final class Notices {

  private final List<String> notified = new CopyOnWriteArrayList<>();
  private final Supplier<String> caller;

  /** Notes of callers, who may have no name. */
  Notices(Supplier<String> caller) {
    this.caller = caller;
  }

  /** All that was said of an id. */
  String told(String id) {
    return notified.stream()
        .filter(what -> (what + " ").contains(" " + id + " "))
        .collect(joining(", "));
  }

  /** Listeners between commas, of which some throw. */
  TwoPhaseListener listeners(String kinds) {
    return TwoPhaseListener.each(
        Stream.of(kinds.split(",", -1)).map(kind -> noting(kind.equals("throwing"))).toList());
  }

  /** Returns whether both were noted, the one before the other. */
  boolean areInOrder(String first, String second) {
    return has(first) && notified.indexOf(first) < notified.indexOf(second);
  }

  boolean has(String notice) {
    return notified.contains(notice);
  }

  /** Notes every notification that has words; then throws, if it is to. */
  private TwoPhaseListener noting(boolean throwing) {
    return Interceptor.before(
        TwoPhaseListener.class,
        TwoPhaseListener.IGNORED,
        (method, told, call) -> {
          String of = caller.get().isEmpty() ? "" : " for " + caller.get();
          Optional<String> words = words(method, told).map(said -> said + of);
          words.ifPresent(notified::add);
          if (throwing && words.isPresent()) {
            throw new IllegalStateException("listener");
          }
          return call.make();
        });
  }

  private static Optional<String> words(String method, List<Object> told) {
    Object of = told.isEmpty() ? "" : told.get(0);
    Object id = of instanceof TransactionOutcome outcome ? outcome.id() : of;
    return Optional.ofNullable(
        switch (method) {
          case "batchBegun" -> "batch of " + of;
          case "transferAsked" -> "asked " + of;
          case "transferBegun" -> "begun " + of;
          case "transferDecided" ->
              "decided " + id + " " + ((TransactionOutcome) of).isApplied() + after(told.get(1));
          case "transferFinished" -> "finished " + id + after(told.get(1));
          case "transferEnded" -> of.getClass().getSimpleName() + " " + id;
          case "transfersFailed" -> "failed " + of + " " + told.get(1).getClass().getSimpleName();
          case "stepBegun" -> of + " of " + told.get(1);
          case "recovered" -> "recovered " + ((Recovered) of).id();
          case "executorRefused" -> "executor refused";
          default -> null;
        });
  }

  /** Nothing, unless the time is odd. */
  private static String after(Object elapsed) {
    Duration time = (Duration) elapsed;
    return time.isNegative() || time.compareTo(Duration.ofMinutes(1)) > 0 ? " after " + time : "";
  }
}
