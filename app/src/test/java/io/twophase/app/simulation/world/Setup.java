package io.twophase.app.simulation.world;

import io.twophase.ports.AccountRepository;
import io.twophase.ports.CarriedBalanceRepository;
import io.twophase.ports.DocumentRepository;
import io.twophase.ports.EventRepository;
import io.twophase.ports.TransactionRepository;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;

/**
 * What is simulated.
 *
 * @param transfers how many are asked for, in all
 * @param processes how many are at work
 * @param planted what is wrong with the store
 * @param repeated calls that the network delivers once more, later, though rule 4 forbids it
 * @param rates what the network is like
 * @param keeping for how long the store keeps what is finished
 * @param evidence whether what is decided becomes evident
 * @param periods how many accounting periods transfers may be postings of, at most two
 */
public record Setup(
    int transfers,
    int processes,
    Planted planted,
    Set<String> repeated,
    Function<Random, FaultRates> rates,
    Function<Random, Keeping> keeping,
    Predicate<Random> evidence,
    ToIntFunction<Random> periods) {

  /**
   * Faults of a store.
   *
   * @param accounts a fault planted into the accounts
   * @param transactions a fault planted into the transaction records
   * @param carried a fault planted into what removed records come to
   * @param events a fault planted into the numbers of records, and the tree of evidence
   * @param documents a fault planted into the documents of periods
   */
  record Planted(
      UnaryOperator<AccountRepository> accounts,
      UnaryOperator<TransactionRepository> transactions,
      UnaryOperator<CarriedBalanceRepository> carried,
      UnaryOperator<EventRepository> events,
      UnaryOperator<DocumentRepository> documents) {

    static final Planted NONE =
        new Planted(
            UnaryOperator.identity(),
            UnaryOperator.identity(),
            UnaryOperator.identity(),
            UnaryOperator.identity(),
            UnaryOperator.identity());
  }

  /** So many transfers by several processes on a sound store. */
  public static Setup of(int transfers) {
    return new Setup(
        transfers,
        6,
        Planted.NONE,
        Set.of(),
        FaultRates::of,
        Keeping::of,
        random -> random.nextInt(4) == 0,
        random -> random.nextInt(4) == 0 ? 1 + random.nextInt(2) : 0);
  }

  /** The same, with a fault planted into the accounts. */
  public Setup plantedInAccounts(UnaryOperator<AccountRepository> fault) {
    return with(
        new Planted(
            fault,
            planted.transactions(),
            planted.carried(),
            planted.events(),
            planted.documents()));
  }

  /** The same, with a fault planted into the transaction records. */
  public Setup plantedInTransactions(UnaryOperator<TransactionRepository> fault) {
    return with(
        new Planted(
            planted.accounts(), fault, planted.carried(), planted.events(), planted.documents()));
  }

  /** The same, with a fault planted into what removed records come to. */
  public Setup plantedInCarried(UnaryOperator<CarriedBalanceRepository> fault) {
    return with(
        new Planted(
            planted.accounts(),
            planted.transactions(),
            fault,
            planted.events(),
            planted.documents()));
  }

  /** The same with evidence, and a fault planted into it. */
  public Setup plantedInEvidence(UnaryOperator<EventRepository> fault) {
    Planted faults =
        new Planted(
            planted.accounts(),
            planted.transactions(),
            planted.carried(),
            fault,
            planted.documents());
    return new Setup(transfers, processes, faults, repeated, rates, keeping, any -> true, periods);
  }

  /** The same with a period, and a fault planted into the documents. */
  public Setup plantedInPeriods(UnaryOperator<DocumentRepository> fault) {
    Planted faults =
        new Planted(
            planted.accounts(), planted.transactions(), planted.carried(), planted.events(), fault);
    return new Setup(transfers, processes, faults, repeated, rates, keeping, evidence, any -> 1);
  }

  private Setup with(Planted faults) {
    return new Setup(transfers, processes, faults, repeated, rates, keeping, evidence, periods);
  }

  /** The same, over a network that delivers these calls once more, later. */
  public Setup repeating(String... calls) {
    return new Setup(
        transfers, processes, planted, Set.of(calls), rates, keeping, evidence, periods);
  }

  /** The same, in the worst of networks. */
  public Setup inStorm() {
    return new Setup(
        transfers,
        processes,
        planted,
        repeated,
        any -> FaultRates.STORM,
        keeping,
        evidence,
        periods);
  }

  /** The same, on a store that keeps what is finished so long. */
  public Setup keeping(Keeping always) {
    return new Setup(
        transfers, processes, planted, repeated, rates, any -> always, evidence, periods);
  }
}
