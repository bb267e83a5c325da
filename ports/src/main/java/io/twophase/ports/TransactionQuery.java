package io.twophase.ports;

import io.twophase.domain.id.AccountId;
import io.twophase.domain.transaction.Labels;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import io.vavr.control.Option;
import java.util.Objects;

/**
 * Which transactions to list.
 *
 * @param state only those in this state
 * @param account only those that touch this account
 * @param labels only those of which all of this is said
 * @param limit at most so many, 1 to {@link TransactionRepository#MAX_LATEST}
 */
public record TransactionQuery(
    Option<State> state, Option<AccountId> account, Labels labels, int limit) {

  /**
   * @throws IllegalArgumentException if the limit is out of range
   */
  public TransactionQuery {
    Objects.requireNonNull(state, "state");
    Objects.requireNonNull(account, "account");
    Objects.requireNonNull(labels, "labels");
    if (limit < 1 || limit > TransactionRepository.MAX_LATEST) {
      throw new IllegalArgumentException(
          "limit " + limit + " is not within 1 to " + TransactionRepository.MAX_LATEST);
    }
  }

  /** Those of which anything may be said. */
  public TransactionQuery(Option<State> state, Option<AccountId> account, int limit) {
    this(state, account, Labels.NONE, limit);
  }

  /** The same, of those only of which all of {@code wanted} is said. */
  public TransactionQuery labelled(Labels wanted) {
    return new TransactionQuery(state, account, wanted, limit);
  }

  /** The same, in any state, and of at most {@code most}. */
  public TransactionQuery ofAnyState(int most) {
    return new TransactionQuery(Option.none(), account, labels, most);
  }

  /** Whether it asks for a transaction of that body, if its state is asked for. */
  public boolean asksFor(NewTransaction body) {
    return body.labels().include(labels)
        && account.forAll(
            wanted ->
                body.accountOperations().stream()
                    .anyMatch(operation -> operation.account().equals(wanted)));
  }
}
