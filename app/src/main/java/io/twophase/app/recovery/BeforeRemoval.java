package io.twophase.app.recovery;

import io.twophase.app.recovery.BeforeRemoval.RemovalPage;
import io.twophase.domain.AccountId;
import io.twophase.domain.TransactionId;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.statement.CarriedBalance;
import io.twophase.domain.statement.EndedPosting;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.ports.Answers;
import io.twophase.ports.CarriedBalanceRepository;
import io.twophase.ports.StoreException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Retention does this before it removes a page of ended transactions. Any number of passes may run
 * at once, in several processes, and their pages may overlap. A pass may die at any moment;
 * transactions that it has not removed come again, in pages that need not be the same, and a part
 * of a page may be gone. If a step throws, nothing of the page is removed.
 */
@FunctionalInterface
public interface BeforeRemoval {

  /**
   * Keeps what must outlive these transactions, so that a majority has it when this returns, and
   * returns which of them must stay for now: they come again with the next pass. It must be
   * idempotent for each transaction: it may be called again with any of them.
   *
   * <p>Pages come in the order in which their records ended, the oldest first, then by the records'
   * ids, of one member or of several alike. Each follows the one before it: no record that ended
   * between two pages is in neither, but one that cannot be read.
   *
   * @throws io.twophase.ports.StoreException if that fails, or is not known; then the pass ends
   */
  Set<TransactionId> heldBack(RemovalPage page);

  /**
   * Transactions whose records ended long enough ago, as a majority has them. They are in the order
   * in which their records ended, and those of one record are in one page.
   *
   * @param transactions done or canceled, each with the record that decided it
   * @param empty the records of several that no document names; a step holds one back by its id in
   *     the place of a transaction's
   */
  record RemovalPage(List<Lookup> transactions, List<RecordId> empty) {

    /** At most so many transactions, but for one record that alone has more. */
    static final int SIZE = 1_000;

    /** The ids of the transactions. */
    public Set<TransactionId> ids() {
      return transactions.stream().map(RemovalPage::id).collect(Collectors.toSet());
    }

    static TransactionId id(Lookup transaction) {
      return new TransactionId(transaction.id());
    }

    /** The page without some of its transactions and empty records. */
    RemovalPage without(Collection<TransactionId> others) {
      return others.isEmpty()
          ? this
          : new RemovalPage(
              transactions.stream().filter(each -> !others.contains(id(each))).toList(),
              empty.stream().filter(each -> !others.contains(each.transaction())).toList());
    }

    boolean isEmpty() {
      return transactions.isEmpty() && empty.isEmpty();
    }
  }

  /**
   * Has retention carry what it removes: before anything of a page goes, all lines of the page are
   * in the carried balances of their accounts, those of held back transactions too. A line is in a
   * balance, or not, by where its record stands among those that ended; so it is in it once,
   * whoever carries it, how often, and whatever dies in between. Each pass has a step of its own.
   *
   * @param behind the accounts of which the pass has found lines that it could not carry, so that
   *     it carries none that follow them; none at first
   */
  record CarryForward(CarriedBalanceRepository carried, Set<AccountId> behind)
      implements BeforeRemoval {

    /**
     * The number of times that others may be faster, with each account of a page, before the pass
     * gives up.
     */
    private static final int MOST_ATTEMPTS = 100;

    private void carry(Map<AccountId, List<EndedPosting>> lines) {
      List<AccountId> left = lines.keySet().stream().filter(one -> !behind.contains(one)).toList();
      for (int attempt = 0; !left.isEmpty(); attempt++) {
        List<CarriedBalance> changed = changed(left, lines);
        if (attempt == MOST_ATTEMPTS && !changed.isEmpty()) {
          throw new StoreException("the carried balances of " + left + " change all the time");
        }
        if (!changed.isEmpty() && carried.carry(changed).contains(MatchOutcome.IN_DOUBT)) {
          throw new StoreException(
              "it is not known whether balances were carried, so nothing is removed");
        }
        left = changed.stream().map(CarriedBalance::account).toList();
      }
    }

    /**
     * The balances that lack lines, with these; of one that cannot be read the account is behind.
     */
    private List<CarriedBalance> changed(
        List<AccountId> accounts, Map<AccountId, List<EndedPosting>> lines) {
      List<CarriedBalance> changed = new ArrayList<>();
      Answers.each(
          accounts,
          carried.find(accounts),
          (account, read) -> {
            read.swap().forEach(fault -> behind.add(account));
            for (CarriedBalance before : read) {
              CarriedBalance after = before.with(lines.getOrDefault(account, List.of()));
              if (!after.equals(before)) {
                changed.add(after);
              }
            }
          });
      return changed;
    }

    /**
     * Holds back the transactions of accounts whose balance does not show their lines, since it
     * could not be read: a later pass carries them first.
     */
    @Override
    public Set<TransactionId> heldBack(RemovalPage page) {
      carry(lines(page));
      return behind.isEmpty()
          ? Set.of()
          : page.transactions().stream()
              .flatMap(each -> each.body().stream())
              .filter(body -> accounts(body).anyMatch(behind::contains))
              .map(NewTransaction::id)
              .collect(Collectors.toSet());
    }

    private static Map<AccountId, List<EndedPosting>> lines(RemovalPage page) {
      Map<AccountId, List<EndedPosting>> lines = new LinkedHashMap<>();
      for (Lookup each : page.transactions()) {
        for (AccountId account : accounts(each.body().orElseThrow()).distinct().toList()) {
          EndedPosting.of(each, account)
              .ifPresent(
                  line -> lines.computeIfAbsent(account, none -> new ArrayList<>()).add(line));
        }
      }
      return lines;
    }

    private static Stream<AccountId> accounts(NewTransaction body) {
      return body.accountOperations().stream().map(AccountOperation::account);
    }
  }
}
