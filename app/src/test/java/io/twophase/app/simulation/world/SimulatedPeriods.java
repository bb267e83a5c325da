package io.twophase.app.simulation.world;

import io.twophase.domain.id.PeriodName;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.period.Period;
import io.twophase.ports.PeriodRepository;
import io.vavr.control.Option;
import java.util.List;
import java.util.function.Function;

/** The accounting periods as one process reaches them. */
final class SimulatedPeriods implements PeriodRepository {

  private final PeriodRepository store;
  private final World world;
  private final Wire wire;

  SimulatedPeriods(PeriodRepository store, World world, Wire wire) {
    this.store = store;
    this.world = world;
    this.wire = wire;
  }

  @Override
  public List<PeriodName> names(Option<PeriodName> after) {
    return wire.read("names of periods", () -> store.names(after));
  }

  @Override
  public MatchOutcome stopPostings(PeriodName period, Option<String> why) {
    return write("stop postings", period, name -> store.stopPostings(name, why));
  }

  @Override
  public MatchOutcome resumePostings(PeriodName period, Option<String> why) {
    return write("resume postings", period, name -> store.resumePostings(name, why));
  }

  private MatchOutcome write(
      String call, PeriodName period, Function<PeriodName, MatchOutcome> effect) {
    Writing<PeriodName, MatchOutcome> writing =
        Writing.ofOne(
            call,
            name -> {
              MatchOutcome outcome = effect.apply(name);
              world.auditor().periods().observe(Period.document(name));
              return outcome;
            });
    return wire.write(writing, List.of(period)).get(0);
  }
}
