package io.twophase.app.simulation.world;

import io.twophase.app.testing.PlantedFault;
import io.twophase.domain.testing.Copies;
import io.twophase.ports.Store;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.LongPredicate;
import java.util.function.LongToIntFunction;
import java.util.function.UnaryOperator;

/**
 * What is simulated.
 *
 * @param transfers how many are asked for, in all
 * @param planted makes the store's fault, if it has one
 * @param repeated the calls that the network delivers once more, though rule 4 forbids it
 * @param isDigested whether there is a digest of all that happens
 * @param rates what the network is like
 * @param keeping how long the store keeps what is finished, by the seed
 * @param evidence whether evidence is kept, by the seed
 * @param periods how many accounting periods transfers may be postings of, at most two, by the seed
 * @param isCanceling whether two of five acts of a process cancel what others are at
 * @param isImport whether all that the processes do is to import one file and to recover
 */
public record Setup(
    int transfers,
    UnaryOperator<Store> planted,
    Set<String> repeated,
    boolean isDigested,
    Function<Random, FaultRates> rates,
    LongFunction<Keeping> keeping,
    LongPredicate evidence,
    LongToIntFunction periods,
    boolean isCanceling,
    boolean isImport) {

  /** So many processes are at work. */
  public static final int PROCESSES = 6;

  /**
   * So many transfers on a sound store. By turns, so that a few seeds in a row have all there is,
   * and sixty have it together.
   */
  public static Setup of(int transfers) {
    return new Setup(
        transfers,
        UnaryOperator.identity(),
        Set.of(),
        false,
        FaultRates::of,
        Keeping::of,
        seed -> Math.floorMod(seed, 4) == 0,
        seed -> List.of(0, 1, 0, 2, 0).get(Math.floorMod(seed, 5)),
        false,
        false);
  }

  /** The same, with a fault planted into the store. */
  public Setup planted(PlantedFault fault) {
    return Copies.with(this, "planted", (UnaryOperator<Store>) fault::in);
  }

  /** The same with evidence. */
  public Setup withEvidence() {
    return Copies.with(this, "evidence", (LongPredicate) seed -> true);
  }

  /** The same with a period. */
  public Setup withPeriod() {
    return Copies.with(this, "periods", (LongToIntFunction) seed -> 1);
  }

  /** The same, whose processes cancel often what others are at. */
  public Setup canceling() {
    return Copies.with(this, "isCanceling", true);
  }

  /** This setup, whose processes import one file in its order. */
  public Setup importing() {
    return Copies.with(this, "isImport", true);
  }

  /** The same, over a network that delivers these calls once more. */
  public Setup repeating(String... calls) {
    return Copies.with(this, "repeated", Set.of(calls));
  }

  /** The same, with a digest. */
  public Setup digested() {
    return Copies.with(this, "isDigested", true);
  }

  /** The same, in the worst of networks. */
  public Setup inStorm() {
    return Copies.with(this, "rates", (Function<Random, FaultRates>) any -> FaultRates.STORM);
  }

  /** The same, on a store that keeps what is finished so long. */
  public Setup keeping(Keeping always) {
    return Copies.with(this, "keeping", (LongFunction<Keeping>) seed -> always);
  }
}
