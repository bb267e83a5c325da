package io.twophase.app.simulation.world;

import io.twophase.app.testing.PlantedFault;
import io.twophase.ports.Store;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.LongPredicate;
import java.util.function.LongToIntFunction;
import java.util.function.UnaryOperator;

/** What is simulated. */
public final class Setup {

  private static final int PROCESSES = 6;

  private final int transfers;
  private UnaryOperator<Store> planted = UnaryOperator.identity();
  private Set<String> repeated = Set.of();
  private boolean isDigested;
  private Function<Random, FaultRates> rates = FaultRates::of;

  // by turns, so that a few seeds in a row have all there is, and sixty have it together
  private LongFunction<Keeping> keeping = Keeping::of;
  private LongPredicate evidence = seed -> Math.floorMod(seed, 4) == 0;
  private LongToIntFunction periods = seed -> List.of(0, 1, 0, 2, 0).get(Math.floorMod(seed, 5));

  private Setup(int transfers) {
    this.transfers = transfers;
  }

  /** So many transfers by several processes on a sound store. */
  public static Setup of(int transfers) {
    return new Setup(transfers);
  }

  private Setup with(Consumer<Setup> change) {
    Setup copy = new Setup(transfers);
    copy.planted = planted;
    copy.repeated = repeated;
    copy.isDigested = isDigested;
    copy.rates = rates;
    copy.keeping = keeping;
    copy.evidence = evidence;
    copy.periods = periods;
    change.accept(copy);
    return copy;
  }

  /** The same, with a fault planted into the store. */
  public Setup planted(PlantedFault fault) {
    return with(setup -> setup.planted = fault::in);
  }

  /** The same with evidence. */
  public Setup withEvidence() {
    return with(setup -> setup.evidence = any -> true);
  }

  /** The same with a period. */
  public Setup withPeriod() {
    return with(setup -> setup.periods = any -> 1);
  }

  /** The same, over a network that delivers these calls once more, though rule 4 forbids it. */
  public Setup repeating(String... calls) {
    return with(setup -> setup.repeated = Set.of(calls));
  }

  /** The same, with a digest of all that happens. */
  public Setup digested() {
    return with(setup -> setup.isDigested = true);
  }

  /** The same, in the worst of networks. */
  public Setup inStorm() {
    return with(setup -> setup.rates = any -> FaultRates.STORM);
  }

  /** The same, on a store that keeps what is finished so long. */
  public Setup keeping(Keeping always) {
    return with(setup -> setup.keeping = any -> always);
  }

  /** How many transfers are asked for, in all. */
  public int transfers() {
    return transfers;
  }

  /** How many processes are at work. */
  public int processes() {
    return PROCESSES;
  }

  /** What the network is like. */
  public FaultRates rates(Random random) {
    return rates.apply(random);
  }

  Store planted(Store sound) {
    return planted.apply(sound);
  }

  Set<String> repeated() {
    return repeated;
  }

  boolean isDigested() {
    return isDigested;
  }

  Keeping keeping(long seed) {
    return keeping.apply(seed);
  }

  boolean isEvident(long seed) {
    return evidence.test(seed);
  }

  /** How many accounting periods transfers may be postings of, at most two. */
  int periods(long seed) {
    return periods.applyAsInt(seed);
  }
}
