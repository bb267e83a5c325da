package io.twophase.domain.batch.record;

import io.twophase.domain.batch.Member;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.operation.Direction;
import io.twophase.domain.transaction.NewTransaction;
import java.util.Currency;
import java.util.List;

/** Transactions that are one debit and one credit, as members of a batch. */
public final class Members {

  private Members() {}

  /**
   * Whether a batch may have it: it moves money from one account to another and nothing else, all
   * of it or none.
   */
  public static boolean isTransfer(NewTransaction body) {
    List<AccountOperation> operations = body.accountOperations();
    return body.operations().size() == 2
        && operations.size() == 2
        && !body.isAtMost()
        && operations.get(0).direction() != operations.get(1).direction();
  }

  /**
   * A transfer as the run takes it.
   *
   * @throws IllegalArgumentException if it is none
   */
  public static Member of(NewTransaction body) {
    require(body);
    AccountOperation first = body.accountOperations().get(0);
    AccountOperation second = body.accountOperations().get(1);
    boolean isDebit = first.direction() == Direction.DEBIT;
    return new Member(
        body.id(),
        (isDebit ? first : second).account(),
        (isDebit ? second : first).account(),
        first.amount().minor());
  }

  /** Transfers as the run takes them, in their order. */
  public static List<Member> of(List<NewTransaction> bodies) {
    return bodies.stream().map(Members::of).toList();
  }

  /**
   * The currency of a transfer: its debit and its credit have the same.
   *
   * @throws IllegalArgumentException if it is no transfer
   */
  public static Currency currency(NewTransaction body) {
    require(body);
    return body.accountOperations().get(0).amount().currency();
  }

  private static void require(NewTransaction body) {
    if (!isTransfer(body)) {
      throw new IllegalArgumentException("transaction " + body.id() + " is no transfer");
    }
  }
}
