package io.twophase.console.view;

import io.twophase.domain.record.TransactionLookup;
import io.twophase.domain.transaction.Attempt;
import io.twophase.domain.value.Value;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Functions and their attempts. */
public final class FunctionViews {

  private FunctionViews() {}

  /**
   * A function, for machines.
   *
   * @param shown the attempt whose transaction is shown
   * @param attempts those that were looked for: of the first attempt all, else the shown one
   * @param redactor if it hides anything, then the value that was returned too, since nobody can
   *     tell which fields that was made of
   */
  public static Map<String, Object> of(
      Attempt shown, List<TransactionLookup> attempts, Redactor redactor) {
    return Json.object(
        "id", shown.function(),
        "attempt", shown.number(),
        "returned",
            attempts.stream()
                .map(FunctionViews::returned)
                .flatMap(Optional::stream)
                .findFirst()
                .map(
                    value ->
                        redactor == Redactor.NONE ? ExtendedViews.value(value) : Redactor.HIDDEN)
                .orElse(null),
        "attempts",
            shown.number() == 1
                ? attempts.stream().map(one -> attempt(one, redactor)).toList()
                : null);
  }

  /** The value that the function returned, if the attempt has happened and has kept it. */
  private static Optional<Value> returned(TransactionLookup attempt) {
    return attempt.fold(
        found ->
            Optional.of(found.record())
                .filter(record -> record.state().isDecided() && record.reason().isEmpty())
                .flatMap(record -> record.body().labels().attempt())
                .flatMap(Attempt::value),
        absent -> Optional.empty(),
        unreadable -> Optional.empty(),
        removed -> removed.receipt().attempt().flatMap(Attempt::value));
  }

  private static Map<String, Object> attempt(TransactionLookup attempt, Redactor redactor) {
    return attempt.fold(
        found ->
            Json.object(
                "id", found.record().id(),
                "state", found.record().state(),
                "reason", found.record().reason().map(why -> Views.reason(why, redactor))),
        absent -> Json.object("id", absent.id()),
        unreadable -> Json.object("id", unreadable.id(), "state", "unreadable"),
        removed ->
            Json.object(
                "id", removed.receipt().id(),
                "state", Views.state(removed.receipt()),
                "reason", removed.receipt().reason().map(why -> Views.reason(why, redactor))));
  }
}
