package io.twophase.app.recovery;

import io.twophase.app.recovery.BeforeRemoval.RemovalPage;
import io.twophase.domain.AccountId;
import io.twophase.domain.TransactionId;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.statement.CarriedBalance;
import io.twophase.domain.statement.EndedPosting;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.ports.CarriedBalanceRepository;
import io.twophase.ports.StoreException;
import io.vavr.control.Either;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Has retention carry what it removes: before anything of a page goes, all lines of the page are in
 * the carried balances of their accounts, those of held back transactions too. A line is in a
 * balance, or not, by where its record stands among those that ended; so it is in it once, whoever
 * carries it, how often, and whatever dies in between.
 */
public record CarryForward(CarriedBalanceRepository carried) implements BeforeRemoval {

  /**
   * The number of times that others may be faster, with each account of a page, before the pass
   * gives up.
   */
  private static final int MOST_ATTEMPTS = 100;

  @Override
  public void see(RemovalPage page) {
    Map<AccountId, List<EndedPosting>> lines = lines(page);
    List<AccountId> left = List.copyOf(lines.keySet());
    for (int attempt = 0; !left.isEmpty(); attempt++) {
      if (attempt == MOST_ATTEMPTS) {
        throw new StoreException("the carried balances of " + left + " change all the time");
      }
      left = carry(left, lines);
    }
  }

  /**
   * Holds back the transactions of accounts whose balance cannot be read: a later pass carries them
   * first.
   */
  @Override
  public Set<TransactionId> heldBack(RemovalPage page) {
    List<AccountId> accounts = List.copyOf(lines(page).keySet());
    Set<AccountId> unreadable = new HashSet<>();
    List<Either<String, CarriedBalance>> balances =
        accounts.isEmpty() ? List.of() : carried.find(accounts);
    for (int at = 0; at < accounts.size(); at++) {
      if (balances.get(at).isLeft()) {
        unreadable.add(accounts.get(at));
      }
    }
    return unreadable.isEmpty()
        ? Set.of()
        : page.transactions().stream()
            .flatMap(each -> each.body().stream())
            .filter(body -> accounts(body).anyMatch(unreadable::contains))
            .map(NewTransaction::id)
            .collect(Collectors.toSet());
  }

  private static Map<AccountId, List<EndedPosting>> lines(RemovalPage page) {
    Map<AccountId, List<EndedPosting>> lines = new LinkedHashMap<>();
    for (Lookup each : page.transactions()) {
      for (AccountId account : accounts(each.body().orElseThrow()).distinct().toList()) {
        EndedPosting.of(each, account)
            .ifPresent(line -> lines.computeIfAbsent(account, none -> new ArrayList<>()).add(line));
      }
    }
    return lines;
  }

  private static Stream<AccountId> accounts(NewTransaction body) {
    return body.accountOperations().stream().map(AccountOperation::account);
  }

  /** Answers the accounts whose balances another pass has changed meanwhile. */
  private List<AccountId> carry(
      List<AccountId> accounts, Map<AccountId, List<EndedPosting>> lines) {
    List<CarriedBalance> changed = new ArrayList<>();
    for (Either<String, CarriedBalance> stored : carried.find(accounts)) {
      for (CarriedBalance before : stored) {
        CarriedBalance after = before.with(lines.getOrDefault(before.account(), List.of()));
        if (!after.equals(before)) {
          changed.add(after);
        }
      }
    }
    List<MatchOutcome> outcomes = changed.isEmpty() ? List.of() : carried.carry(changed);
    if (outcomes.contains(MatchOutcome.IN_DOUBT)) {
      throw new StoreException(
          "it is not known whether balances were carried, so nothing is removed");
    }
    return IntStream.range(0, changed.size())
        .filter(at -> outcomes.get(at) != MatchOutcome.MATCHED)
        .mapToObj(at -> changed.get(at).account())
        .toList();
  }
}
