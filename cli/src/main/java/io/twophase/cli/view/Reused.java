package io.twophase.cli.view;

import io.twophase.cli.text.CommandFailure;
import io.twophase.cli.text.ExitCode;
import io.twophase.console.view.Json;
import io.twophase.console.view.Views;
import io.twophase.domain.Reason;
import io.twophase.domain.transaction.BodyDifference;
import io.twophase.domain.transaction.Refusal;
import io.twophase.domain.transaction.Transaction;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The reason of a refusal because the id was used for another transaction.
 *
 * @param kind its name in machine-readable answers
 * @param message one line for people, with the fields that differ
 * @param differences the fields that differ, for machines
 */
public record Reused(String kind, String message, List<BodyDifference> differences)
    implements Reason {

  /** Copies the differences. */
  public Reused {
    differences = List.copyOf(differences);
  }

  /** Why a command is refused, for machines. */
  public static Map<String, Object> error(Reason reason) {
    Map<String, Object> error =
        CommandFailure.json(ExitCode.REFUSED, reason.kind(), reason.message());
    if (reason instanceof Reused reused) {
      error.put("differences", Views.differences(reused.differences()));
    }
    return error;
  }

  /**
   * Why a request is refused; of an id that is reused, with the fields that differ.
   *
   * @param noun what is asked for
   */
  public static Reason explained(Refusal refusal, String noun) {
    if (!(refusal instanceof Refusal.IdReused reused)) {
      return refusal;
    }
    return new Reused(
        reused.kind(),
        "id %s was used before, for another transaction: ".formatted(reused.id())
            + reused
                .existing()
                .map(there -> message(there, reused.differences(), noun))
                .orElse(
                    "its record was removed since, and the digest that is left of it differs; what"
                        + " is new needs a new id"),
        reused.differences());
  }

  private static String message(
      Transaction existing, List<BodyDifference> differences, String noun) {
    return "%s; that one is %s and stays as it is; a new %s needs a new id"
        .formatted(
            differences.stream().map(Reused::difference).collect(Collectors.joining(", ")),
            Json.lower(existing.state()),
            noun);
  }

  private static String difference(BodyDifference one) {
    return "the %s was %s, not %s".formatted(one.field(), one.stored(), one.asked());
  }
}
