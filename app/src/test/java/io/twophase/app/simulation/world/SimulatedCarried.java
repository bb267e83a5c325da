package io.twophase.app.simulation.world;

import io.twophase.domain.id.AccountId;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.statement.CarriedBalance;
import io.twophase.ports.CarriedBalanceRepository;
import io.vavr.control.Either;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The carried balances as one process reaches them. */
final class SimulatedCarried implements CarriedBalanceRepository {

  private final CarriedBalanceRepository store;
  private final Wire wire;

  SimulatedCarried(World world, Wire wire) {
    this.store = world.carried();
    this.wire = wire;
  }

  @Override
  public boolean isComplete() {
    return store.isComplete();
  }

  @Override
  public List<Either<String, CarriedBalance>> find(List<AccountId> accounts) {
    return wire.read("find carried", () -> store.find(accounts));
  }

  @Override
  public List<MatchOutcome> carry(List<CarriedBalance> changed) {
    Writing<CarriedBalance, MatchOutcome> writing =
        new Writing<>(
            "carry",
            store::carry,
            MatchOutcome.IN_DOUBT,
            balance -> {},
            (balance, exact) -> MatchOutcome.NOT_MATCHED,
            true);
    return wire.write(writing, changed);
  }

  @Override
  public void scan(Consumer<Either<String, CarriedBalance>> consumer) {
    List<Either<String, CarriedBalance>> all = new ArrayList<>();
    wire.read(
        "scan carried",
        () -> {
          store.scan(all::add);
          return all;
        });
    all.forEach(consumer);
  }
}
