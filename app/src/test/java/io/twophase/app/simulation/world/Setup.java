package io.twophase.app.simulation.world;

import io.twophase.ports.AccountRepository;
import io.twophase.ports.CarriedBalanceRepository;
import io.twophase.ports.TransactionRepository;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
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
 */
public record Setup(
    int transfers,
    int processes,
    Planted planted,
    Set<String> repeated,
    Function<Random, FaultRates> rates,
    Function<Random, Keeping> keeping) {

  /**
   * Faults of a store.
   *
   * @param accounts a fault planted into the accounts
   * @param transactions a fault planted into the transaction records
   * @param carried a fault planted into what removed records come to
   */
  record Planted(
      UnaryOperator<AccountRepository> accounts,
      UnaryOperator<TransactionRepository> transactions,
      UnaryOperator<CarriedBalanceRepository> carried) {

    static final Planted NONE =
        new Planted(UnaryOperator.identity(), UnaryOperator.identity(), UnaryOperator.identity());
  }

  /** So many transfers by several processes on a sound store. */
  public static Setup of(int transfers) {
    return new Setup(transfers, 6, Planted.NONE, Set.of(), FaultRates::of, Keeping::of);
  }

  /** The same, with a fault planted into the accounts. */
  public Setup plantedInAccounts(UnaryOperator<AccountRepository> fault) {
    return with(new Planted(fault, planted.transactions(), planted.carried()));
  }

  /** The same, with a fault planted into the transaction records. */
  public Setup plantedInTransactions(UnaryOperator<TransactionRepository> fault) {
    return with(new Planted(planted.accounts(), fault, planted.carried()));
  }

  /** The same, with a fault planted into what removed records come to. */
  public Setup plantedInCarried(UnaryOperator<CarriedBalanceRepository> fault) {
    return with(new Planted(planted.accounts(), planted.transactions(), fault));
  }

  private Setup with(Planted faults) {
    return new Setup(transfers, processes, faults, repeated, rates, keeping);
  }

  /** The same, over a network that delivers these calls once more, later. */
  public Setup repeating(String... calls) {
    return new Setup(transfers, processes, planted, Set.of(calls), rates, keeping);
  }

  /** The same, in the worst of networks. */
  public Setup inStorm() {
    return new Setup(transfers, processes, planted, repeated, any -> FaultRates.STORM, keeping);
  }

  /** The same, on a store that keeps what is finished so long. */
  public Setup keeping(Keeping always) {
    return new Setup(transfers, processes, planted, repeated, rates, any -> always);
  }
}
