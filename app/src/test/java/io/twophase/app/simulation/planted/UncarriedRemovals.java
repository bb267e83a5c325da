package io.twophase.app.simulation.planted;

import io.twophase.domain.AccountId;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.statement.CarriedBalance;
import io.twophase.ports.CarriedBalanceRepository;
import io.vavr.control.Either;
import java.math.BigInteger;
import java.util.List;
import java.util.function.Consumer;

/** A planted fault: what is carried is noted as carried, and its sum is not. */
public final class UncarriedRemovals implements CarriedBalanceRepository {

  private final CarriedBalanceRepository sound;

  public UncarriedRemovals(CarriedBalanceRepository sound) {
    this.sound = sound;
  }

  @Override
  public boolean isComplete() {
    return sound.isComplete();
  }

  @Override
  public List<Either<String, CarriedBalance>> find(List<AccountId> accounts) {
    return sound.find(accounts);
  }

  @Override
  public List<MatchOutcome> carry(List<CarriedBalance> changed) {
    return sound.carry(changed.stream().map(UncarriedRemovals::withoutItsSum).toList());
  }

  private static CarriedBalance withoutItsSum(CarriedBalance balance) {
    return new CarriedBalance(
        balance.account(),
        BigInteger.ZERO,
        balance.lines(),
        balance.last(),
        balance.latest(),
        balance.changes());
  }

  @Override
  public void scan(Consumer<Either<String, CarriedBalance>> consumer) {
    sound.scan(consumer);
  }
}
