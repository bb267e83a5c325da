package io.twophase.adapter.inmemory;

import io.twophase.domain.AccountId;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.statement.CarriedBalance;
import io.twophase.ports.CarriedBalanceRepository;
import io.vavr.control.Either;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * The carried balances in a concurrent map. Nothing here is ever in doubt, unreachable or
 * unreadable; and nothing is removed but by a pass.
 */
final class InMemoryCarriedBalanceRepository implements CarriedBalanceRepository {

  private final ConcurrentSkipListMap<AccountId, CarriedBalance> balances =
      new ConcurrentSkipListMap<>();

  @Override
  public boolean isComplete() {
    return true;
  }

  @Override
  public List<Either<String, CarriedBalance>> find(List<AccountId> accounts) {
    return accounts.stream()
        .map(
            account ->
                Optional.ofNullable(balances.get(account)).orElse(CarriedBalance.none(account)))
        .<Either<String, CarriedBalance>>map(Either::right)
        .toList();
  }

  @Override
  public List<MatchOutcome> carry(List<CarriedBalance> changed) {
    return changed.stream().map(this::carry).toList();
  }

  private MatchOutcome carry(CarriedBalance changed) {
    AtomicBoolean isStored = new AtomicBoolean();
    balances.compute(
        changed.account(),
        (account, stored) -> {
          long changes = Optional.ofNullable(stored).map(CarriedBalance::changes).orElse(0L);
          isStored.set(changes + 1 == changed.changes());
          return isStored.get() ? changed : stored;
        });
    return isStored.get() ? MatchOutcome.MATCHED : MatchOutcome.NOT_MATCHED;
  }

  @Override
  public void scan(Consumer<Either<String, CarriedBalance>> consumer) {
    balances.values().forEach(balance -> consumer.accept(Either.right(balance)));
  }
}
