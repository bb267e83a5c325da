package io.twophase.domain.transaction;

import io.twophase.domain.ApproverName;
import io.twophase.domain.account.Period;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.operation.AccountOperation.Direction;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.Operation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/**
 * The first difference between two requests of one id. The parts that only describe a transaction
 * (its note, its labels, the row that asked for it) are no difference.
 *
 * @param field what differs: {@code source}, {@code destination}, {@code amount} or {@code period}
 *     of two transfers; else {@code operations} (how many there are), {@code operation 2} (by
 *     place), {@code reverses}, {@code authorization}, {@code lifetime} or {@code approvals}; or
 *     {@code function} (which attempt of which)
 * @param stored of the transaction that is there, for people
 * @param asked of the one that was asked for, for people
 */
public record BodyDifference(String field, String stored, String asked) {

  private static final String NONE = "none";

  /** The differences, those in what the transactions do first; none if both ask for the same. */
  public static List<BodyDifference> between(NewTransaction stored, NewTransaction asked) {
    List<BodyDifference> all = new ArrayList<>();
    if (isTransfer(stored) && isTransfer(asked)) {
      ofTransfers(all, stored.accountOperations(), asked.accountOperations());
      compare(all, "period", period(stored), period(asked));
    } else {
      ofOperations(all, stored.operations(), asked.operations());
    }
    compare(all, "reverses", text(stored.reverses()), text(asked.reverses()));
    ofTerms(all, stored.authorization(), asked.authorization());
    return all;
  }

  /**
   * The difference between the attempt of a function that was asked for and what is stored under
   * its id, which is another attempt or none.
   */
  public static BodyDifference ofAttempts(Optional<Attempt> stored, Attempt asked) {
    return new BodyDifference("function", text(stored), asked.toString());
  }

  /** For people: {@code amount: 10.00 USD stored, 12.00 USD asked}. */
  @Override
  public String toString() {
    return field + ": " + stored + " stored, " + asked + " asked";
  }

  private static boolean isTransfer(NewTransaction body) {
    List<AccountOperation> operations = body.accountOperations();
    return operations.size() == 2
        && body.operations().size() == (period(body).equals(NONE) ? 2 : 3)
        && operations.get(0).direction() == Direction.DEBIT
        && operations.get(1).direction() == Direction.CREDIT;
  }

  /** The period of a posting whose check follows the two operations of a transfer. */
  private static String period(NewTransaction body) {
    return text(
        Period.checkedBy(body.operations().subList(2, body.operations().size())).stream()
            .findFirst());
  }

  /** A transfer's credit is of the debit's amount. */
  private static void ofTransfers(
      List<BodyDifference> all, List<AccountOperation> stored, List<AccountOperation> asked) {
    compare(all, "source", stored.get(0).account(), asked.get(0).account());
    compare(all, "destination", stored.get(1).account(), asked.get(1).account());
    compare(all, "amount", amount(stored.get(0)), amount(asked.get(0)));
  }

  private static void ofOperations(
      List<BodyDifference> all, List<? extends Operation> stored, List<? extends Operation> asked) {
    if (stored.size() != asked.size()) {
      compare(all, "operations", stored.size(), asked.size());
    }
    for (int at = 0; at < Math.min(stored.size(), asked.size()); at++) {
      Operation was = stored.get(at);
      Operation is = asked.get(at);
      if (!was.equals(is)) {
        String field = "operation " + (at + 1);
        all.add(
            text(was).equals(text(is))
                ? new BodyDifference(field, text(was), "the same with other conditions or values")
                : new BodyDifference(field, text(was), text(is)));
      }
    }
  }

  private static String amount(AccountOperation operation) {
    return (operation.isAtMost() ? "at most " : "") + operation.amount();
  }

  private static String text(Operation operation) {
    return operation.foldTarget(
        (AccountOperation moved) ->
            moved.direction().name().toLowerCase(Locale.ROOT)
                + " "
                + moved.account()
                + " "
                + amount(moved),
        (DocumentOperation changed) -> changed.kind() + " " + changed.document());
  }

  private static void ofTerms(
      List<BodyDifference> all,
      Optional<AuthorizationTerms> stored,
      Optional<AuthorizationTerms> asked) {
    compare(
        all, "authorization", stored.isPresent() ? "one" : NONE, asked.isPresent() ? "one" : NONE);
    if (stored.isPresent() && asked.isPresent()) {
      compare(all, "lifetime", lifetime(stored.orElseThrow()), lifetime(asked.orElseThrow()));
      compare(all, "approvals", approvals(stored.orElseThrow()), approvals(asked.orElseThrow()));
    }
  }

  /** Returns the lifetime as callers say it, in days if it is whole days: 7d, 1h30m. */
  private static String lifetime(AuthorizationTerms terms) {
    long days = terms.lifetime().toDays();
    String inHours = terms.lifetime().toString().substring(2).toLowerCase(Locale.ROOT);
    return terms.lifetime().equals(Duration.ofDays(days)) ? days + "d" : inHours;
  }

  private static String approvals(AuthorizationTerms terms) {
    return terms
        .approvals()
        .map(rule -> rule.required() + " of " + ApproverName.list(rule.named()))
        .orElse(NONE);
  }

  private static String text(Optional<?> value) {
    return value.map(Objects::toString).orElse(NONE);
  }

  private static void compare(List<BodyDifference> all, String field, Object stored, Object asked) {
    if (!stored.equals(asked)) {
      all.add(new BodyDifference(field, stored.toString(), asked.toString()));
    }
  }
}
