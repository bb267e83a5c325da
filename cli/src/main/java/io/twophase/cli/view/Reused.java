package io.twophase.cli.view;

import io.twophase.app.transfer.Refusal;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.cli.text.Durations;
import io.twophase.domain.ApproverName;
import io.twophase.domain.PeriodName;
import io.twophase.domain.Reason;
import io.twophase.domain.account.Period;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.operation.Direction;
import io.twophase.domain.transaction.BodyDifference;
import io.twophase.domain.transaction.Transaction;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;

/**
 * Why a transaction is refused, whose id was used for another.
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

  /** Why {@code request} is refused; of an id that is reused, with the fields that differ. */
  public static Reason explained(Refusal refusal, TransferRequest request) {
    return explained(refusal, request, Option.none());
  }

  /** The same of a transfer that was to be authorized under these terms. */
  public static Reason explained(
      Refusal refusal, TransferRequest request, AuthorizationTerms terms) {
    return explained(refusal, request, Option.some(terms));
  }

  private static Reason explained(
      Refusal refusal, TransferRequest request, Option<AuthorizationTerms> terms) {
    return refusal.fold(
        invalid -> invalid,
        canceled -> canceled,
        reused ->
            new Reused(
                reused.kind(),
                reused
                    .existing()
                    .map(
                        existing ->
                            message(
                                existing,
                                String.join(", ", differences(existing, request, terms)),
                                terms.isDefined() ? "authorization" : "transfer"))
                    .getOrElse(() -> removed(reused)),
                reused.differences()));
  }

  /** The same of any transaction. */
  public static Reason explained(Refusal refusal) {
    return refusal.fold(
        invalid -> invalid,
        canceled -> canceled,
        reused ->
            new Reused(
                reused.kind(),
                reused
                    .existing()
                    .map(existing -> message(existing, differences(reused), "transaction"))
                    .getOrElse(() -> removed(reused)),
                reused.differences()));
  }

  private static String differences(Refusal.IdReused reused) {
    return String.join(
        ", ",
        reused.differences().stream()
            .map(one -> "the " + one.field() + " was " + one.stored() + ", not " + one.asked())
            .toList());
  }

  private static String removed(Refusal.IdReused reused) {
    return "id "
        + reused.id()
        + " was used before, for another transaction: its record was removed since, and the digest"
        + " that is left of it differs; what is new needs a new id";
  }

  private static String message(Transaction existing, String what, String kind) {
    return "id "
        + existing.id()
        + " was used before, for another transaction: "
        + what
        + "; that one is "
        + Views.lower(existing.state())
        + " and stays as it is; a new "
        + kind
        + " needs a new id";
  }

  private static List<String> differences(
      Transaction existing, TransferRequest request, Option<AuthorizationTerms> asked) {
    List<String> different = new ArrayList<>();
    compare(different, "source", accounts(existing, Direction.DEBIT), request.source().toString());
    compare(
        different,
        "destination",
        accounts(existing, Direction.CREDIT),
        request.destination().toString());
    String amount = Views.amountsText(existing.accountOperations());
    compare(different, "amount", amount, request.amount().toString());
    compare(different, existing.body().authorization(), asked);
    compare(
        different,
        "period",
        text(Period.checkedBy(existing.operations())),
        text(request.period().toJavaList()));
    if (existing.body().isAtMost() != request.atMost()) {
      different.add(
          request.atMost() ? "it takes all of the amount" : "it takes as much as there is");
    }
    if (different.isEmpty()) {
      different.add("it is no plain transfer, but one with a note or another part");
    }
    return different;
  }

  private static void compare(
      List<String> different, Option<AuthorizationTerms> was, Option<AuthorizationTerms> is) {
    if (was.isEmpty() && is.isDefined()) {
      different.add("it is no authorization");
    } else if (was.isDefined() && is.isEmpty()) {
      different.add("it is an authorization");
    } else if (was.isDefined()) {
      compare(
          different,
          "time to its expiry",
          Durations.text(was.get().lifetime()),
          Durations.text(is.get().lifetime()));
      compare(different, "approval rule", rule(was.get()), rule(is.get()));
    }
  }

  private static String rule(AuthorizationTerms terms) {
    return terms
        .approvals()
        .map(rule -> rule.required() + " of " + ApproverName.list(rule.named()))
        .getOrElse("none");
  }

  private static void compare(List<String> different, String field, String was, String is) {
    if (!was.equals(is)) {
      different.add("the " + field + " was " + (was.isEmpty() ? "none" : was) + ", not " + is);
    }
  }

  private static String text(List<PeriodName> periods) {
    return periods.isEmpty()
        ? "none"
        : String.join(" and ", periods.stream().map(PeriodName::value).toList());
  }

  private static String accounts(Transaction existing, Direction direction) {
    return String.join(
        " and ",
        existing.accountOperations().stream()
            .filter(operation -> operation.direction() == direction)
            .map(AccountOperation::account)
            .map(Object::toString)
            .toList());
  }
}
