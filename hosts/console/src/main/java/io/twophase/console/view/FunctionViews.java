package io.twophase.console.view;

import io.twophase.domain.record.TransactionLookup;
import io.twophase.domain.transaction.Attempt;
import io.twophase.domain.value.Value;
import io.vavr.control.Option;
import java.util.List;
import java.util.Map;

/** Functions and their attempts. */
public final class FunctionViews {

  private FunctionViews() {}

  /**
   * A function, for machines.
   *
   * @param shown the attempt whose transaction is shown
   * @param attempts those that were looked for: of the first attempt all, else the shown one
   */
  public static Map<String, Object> of(Attempt shown, List<TransactionLookup> attempts) {
    return Json.object(
        "id", shown.function(),
        "attempt", shown.number(),
        "returned",
            attempts.stream()
                .map(FunctionViews::returned)
                .flatMap(Option::toJavaStream)
                .findFirst()
                .map(ExtendedViews::value)
                .orElse(null),
        "attempts",
            shown.number() == 1 ? attempts.stream().map(FunctionViews::attempt).toList() : null);
  }

  /** The value that the function returned, if the attempt has happened and has kept it. */
  private static Option<Value> returned(TransactionLookup attempt) {
    return attempt.fold(
        found ->
            Option.some(found.record())
                .filter(record -> record.state().isDecided() && record.reason().isEmpty())
                .flatMap(record -> record.body().labels().attempt())
                .flatMap(Attempt::value),
        absent -> Option.none(),
        unreadable -> Option.none(),
        removed -> removed.receipt().attempt().flatMap(Attempt::value));
  }

  private static Map<String, Object> attempt(TransactionLookup attempt) {
    return attempt.fold(
        found ->
            Json.object(
                "id", found.record().id(),
                "state", found.record().state(),
                "reason", found.record().reason().map(Views::reason)),
        absent -> Json.object("id", absent.id()),
        unreadable -> Json.object("id", unreadable.id(), "state", "unreadable"),
        removed ->
            Json.object(
                "id", removed.receipt().id(),
                "state", Views.state(removed.receipt()),
                "reason", removed.receipt().reason().map(Views::reason)));
  }
}
