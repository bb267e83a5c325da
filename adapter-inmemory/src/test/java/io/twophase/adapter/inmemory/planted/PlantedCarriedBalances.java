package io.twophase.adapter.inmemory.planted;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.domain.AccountId;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.statement.CarriedBalance;
import io.twophase.ports.CarriedBalanceRepository;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.math.BigInteger;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/** Repositories of carried balances that each break one promise. */
final class PlantedCarriedBalances {

  private PlantedCarriedBalances() {}

  /** A sound one. */
  static class OverSoundCarriedBalances implements CarriedBalanceRepository {
    final CarriedBalanceRepository sound = InMemoryStore.create(InstantSource.system()).carried();

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
      return sound.carry(changed);
    }

    @Override
    public void scan(Consumer<Either<String, CarriedBalance>> consumer) {
      sound.scan(consumer);
    }
  }

  /** Stores something else. */
  private static class Storing extends OverSoundCarriedBalances {
    private final Function<CarriedBalance, CarriedBalance> other;

    Storing(Function<CarriedBalance, CarriedBalance> other) {
      this.other = other;
    }

    @Override
    public List<MatchOutcome> carry(List<CarriedBalance> changed) {
      return sound.carry(changed.stream().map(other).toList());
    }
  }

  private static CarriedBalance with(
      CarriedBalance one, BigInteger sum, Option<Instant> latest, long changes) {
    return new CarriedBalance(one.account(), sum, one.lines(), one.last(), latest, changes);
  }

  static final class MistakesTheLatest extends Storing {
    MistakesTheLatest() {
      super(one -> with(one, one.sum(), one.latest().map(at -> at.plusMillis(1)), one.changes()));
    }
  }

  static final class KeepsLongSums extends Storing {
    KeepsLongSums() {
      super(
          one -> with(one, BigInteger.valueOf(one.sum().longValue()), one.latest(), one.changes()));
    }
  }

  /** It asks nothing of what is there. */
  static final class Overwrites extends OverSoundCarriedBalances {
    @Override
    public List<MatchOutcome> carry(List<CarriedBalance> changed) {
      return changed.stream().map(this::overwrite).toList();
    }

    private MatchOutcome overwrite(CarriedBalance one) {
      long changes = sound.find(List.of(one.account())).get(0).get().changes() + 1;
      return sound.carry(List.of(with(one, one.sum(), one.latest(), changes))).get(0);
    }
  }

  static final class AnswersTheFirst extends OverSoundCarriedBalances {
    @Override
    public List<MatchOutcome> carry(List<CarriedBalance> changed) {
      MatchOutcome first = sound.carry(changed).get(0);
      return changed.stream().map(one -> first).toList();
    }
  }

  static final class MatchesAlways extends OverSoundCarriedBalances {
    @Override
    public List<MatchOutcome> carry(List<CarriedBalance> changed) {
      return sound.carry(changed).stream().map(outcome -> MatchOutcome.MATCHED).toList();
    }
  }

  static final class FindsInTheirOrder extends OverSoundCarriedBalances {
    @Override
    public List<Either<String, CarriedBalance>> find(List<AccountId> accounts) {
      return sound.find(accounts.stream().sorted().toList());
    }
  }

  static final class ScansNothing extends OverSoundCarriedBalances {
    @Override
    public void scan(Consumer<Either<String, CarriedBalance>> consumer) {}
  }

  static final class IsNeverComplete extends OverSoundCarriedBalances {
    @Override
    public boolean isComplete() {
      return false;
    }
  }
}
