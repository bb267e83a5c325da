package io.twophase.cli.view;

import io.twophase.app.transfer.TransferRequest;
import io.twophase.cli.text.CommandFailure;
import io.twophase.cli.text.Durations;
import io.twophase.cli.text.ExitCode;
import io.twophase.console.view.Json;
import io.twophase.console.view.Views;
import io.twophase.domain.ApproverName;
import io.twophase.domain.Reason;
import io.twophase.domain.account.Period;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.operation.AccountOperation.Direction;
import io.twophase.domain.transaction.BodyDifference;
import io.twophase.domain.transaction.Refusal;
import io.twophase.domain.transaction.Transaction;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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

  /** Why {@code request} is refused; of an id that is reused, with the fields that differ. */
  public static Reason explained(Refusal refusal, TransferRequest request) {
    return explained(
        refusal, "transfer", (there, asked) -> differences(there, request, Optional.empty()));
  }

  /** Why a transfer is refused that was to be authorized under these terms. */
  public static Reason explained(
      Refusal refusal, TransferRequest request, AuthorizationTerms terms) {
    return explained(
        refusal,
        "authorization",
        (there, asked) -> differences(there, request, Optional.of(terms)));
  }

  /** Why any transaction is refused; of an id that is reused, with the fields that differ. */
  public static Reason explained(Refusal refusal) {
    return explained(
        refusal,
        "transaction",
        (there, differences) ->
            differences.stream()
                .map(one -> difference(one.field(), one.stored(), one.asked()))
                .toList());
  }

  private static Reason explained(
      Refusal refusal,
      String kind,
      BiFunction<Transaction, List<BodyDifference>, List<String>> differences) {
    if (!(refusal instanceof Refusal.IdReused reused)) {
      return refusal;
    }
    return new Reused(
        reused.kind(),
        "id %s was used before, for another transaction: ".formatted(reused.id())
            + reused
                .existing()
                .map(there -> message(there, differences.apply(there, reused.differences()), kind))
                .orElse(
                    "its record was removed since, and the digest that is left of it differs; what"
                        + " is new needs a new id"),
        reused.differences());
  }

  private static String message(Transaction existing, List<String> differences, String kind) {
    return "%s; that one is %s and stays as it is; a new %s needs a new id"
        .formatted(String.join(", ", differences), Json.lower(existing.state()), kind);
  }

  private static String difference(String field, String was, String is) {
    return "the %s was %s, not %s".formatted(field, was, is);
  }

  private static List<String> differences(
      Transaction existing, TransferRequest request, Optional<AuthorizationTerms> asked) {
    Optional<AuthorizationTerms> terms = existing.body().authorization();
    List<String> different = new ArrayList<>();
    compare(different, "source", accounts(existing, Direction.DEBIT), request.source());
    compare(different, "destination", accounts(existing, Direction.CREDIT), request.destination());
    compare(different, "amount", Views.amountsText(existing.accountOperations()), request.amount());
    if (terms.isPresent() && asked.isPresent()) {
      compare(
          different,
          "time to its expiry",
          lifetime(terms.orElseThrow()),
          lifetime(asked.orElseThrow()));
      compare(different, "approval rule", rule(terms.orElseThrow()), rule(asked.orElseThrow()));
    } else if (terms.isPresent() || asked.isPresent()) {
      different.add(terms.isPresent() ? "it is an authorization" : "it is no authorization");
    }
    String periods = joined(Period.checkedBy(existing.operations()).stream());
    compare(different, "period", periods, request.period().map(Object::toString).orElse(""));
    if (existing.body().isAtMost() != request.atMost()) {
      different.add(
          request.atMost() ? "it takes all of the amount" : "it takes as much as there is");
    }
    return different.isEmpty()
        ? List.of("it is no plain transfer, but one with a note or another part")
        : different;
  }

  private static void compare(List<String> different, String field, String was, Object is) {
    if (!was.equals(is.toString())) {
      different.add(difference(field, orNone(was), orNone(is.toString())));
    }
  }

  private static String orNone(String text) {
    return text.isEmpty() ? "none" : text;
  }

  private static String lifetime(AuthorizationTerms terms) {
    return Durations.text(terms.lifetime());
  }

  private static String rule(AuthorizationTerms terms) {
    return terms
        .approvals()
        .map(rule -> rule.required() + " of " + ApproverName.list(rule.named()))
        .orElse("none");
  }

  private static String accounts(Transaction existing, Direction direction) {
    return joined(
        existing.accountOperations().stream()
            .filter(operation -> operation.direction() == direction)
            .map(operation -> operation.account()));
  }

  private static String joined(Stream<?> names) {
    return names.map(Objects::toString).collect(Collectors.joining(" and "));
  }
}
