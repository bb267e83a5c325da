package io.twophase.domain.atomic;

import io.twophase.domain.account.Account;
import io.twophase.domain.account.HoldAnswer;
import io.twophase.domain.account.HoldRefusal;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.id.Epoch;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.operation.Direction;
import io.twophase.domain.transaction.NewTransaction;
import io.vavr.collection.Map;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Runs transactions one after the other, each as if its holds were placed and settled at once:
 * whether an account refuses one is asked of {@link Account#hold}, so what others hold is not
 * theirs to spend. What an earlier one brings, a later one may spend.
 *
 * @param accounts the accounts after the run, of all that were given
 * @param fates what became of each transaction, in their order
 */
public record SerialRun(Map<AccountId, Account> accounts, List<Fate> fates) {

  /** The fates do not change. */
  public SerialRun {
    fates = List.copyOf(fates);
  }

  /**
   * The run of {@code transactions} on {@code accounts}. One is left if it has operations on
   * documents, or if one of its accounts is among {@code others}, is held as a document, or has a
   * hold of it.
   *
   * @param others accounts that are there and cannot take part; what is in neither is missing
   * @param inOrder whether one that is left keeps all from running that share an account with it,
   *     directly or through others that it keeps; and whether credits are asked for before debits,
   *     as the protocol does then: what is refused for want of funds has no other fault
   */
  public static SerialRun of(
      Map<AccountId, Account> accounts,
      Set<AccountId> others,
      List<NewTransaction> transactions,
      boolean inOrder) {
    Set<AccountId> kept = new HashSet<>(others);
    Map<AccountId, Account> now = accounts;
    List<Fate> fates = new ArrayList<>(transactions.size());
    for (NewTransaction transaction : transactions) {
      Either<Fate, Map<AccountId, Account>> after = run(transaction, now, kept, inOrder);
      Fate fate = after.fold(not -> not, moved -> new Fate.Applied());
      fates.add(fate);
      if (inOrder && fate instanceof Fate.Left) {
        transaction.accountOperations().forEach(operation -> kept.add(operation.account()));
      }
      now = after.getOrElse(now);
    }
    return new SerialRun(now, fates);
  }

  private static Either<Fate, Map<AccountId, Account>> run(
      NewTransaction transaction,
      Map<AccountId, Account> accounts,
      Set<AccountId> kept,
      boolean creditsFirst) {
    List<AccountOperation> operations = operations(transaction, creditsFirst);
    boolean isOnAccounts = operations.size() == transaction.operations().size();
    if (!isOnAccounts
        || operations.stream()
            .map(AccountOperation::account)
            .anyMatch(id -> kept.contains(id) || isHeld(accounts.get(id), transaction))) {
      return Either.left(new Fate.Left());
    }
    Map<AccountId, Account> after = accounts;
    for (AccountOperation operation : operations) {
      Either<Fate, Account> moved = moved(transaction, operation, after);
      if (moved.isLeft()) {
        return Either.left(moved.getLeft());
      }
      after = after.put(operation.account(), moved.get());
    }
    return Either.right(after);
  }

  private static List<AccountOperation> operations(
      NewTransaction transaction, boolean creditsFirst) {
    List<AccountOperation> operations = transaction.accountOperations();
    return creditsFirst
        ? operations.stream().sorted(Comparator.comparing(SerialRun::isDebit)).toList()
        : operations;
  }

  private static boolean isDebit(AccountOperation operation) {
    return operation.direction() == Direction.DEBIT;
  }

  /** As a document, or by an earlier try of the transaction. */
  private static boolean isHeld(Option<Account> account, NewTransaction transaction) {
    return account.exists(
        there -> !there.documentHolds().isEmpty() || there.holds().containsKey(transaction.id()));
  }

  private static Either<Fate, Account> moved(
      NewTransaction transaction, AccountOperation operation, Map<AccountId, Account> accounts) {
    return accounts
        .get(operation.account())
        .<HoldRefusal>toEither(() -> new HoldRefusal.NoSuchAccount(operation.account()))
        .flatMap(account -> moved(account, transaction, operation))
        .mapLeft(Fate.Refused::new);
  }

  private static Either<HoldRefusal, Account> moved(
      Account account, NewTransaction transaction, AccountOperation operation) {
    return account
        .hold(transaction.id(), Epoch.FIRST, operation)
        .mapLeft(
            answer ->
                answer.fold(
                    present -> {
                      throw new IllegalStateException("two operations on " + account.id());
                    },
                    HoldAnswer.Denied::refusal))
        .map(
            held ->
                held.settle(transaction.id(), Epoch.FIRST, operation)
                    .getOrElseThrow(
                        gone -> new IllegalStateException("a hold just placed is gone: " + gone)));
  }
}
