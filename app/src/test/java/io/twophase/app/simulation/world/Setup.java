package io.twophase.app.simulation.world;

import io.twophase.ports.AccountRepository;
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
 * @param accounts a fault planted into the accounts
 * @param transactions a fault planted into the transaction records
 * @param repeated calls that the network delivers once more, later, though rule 4 forbids it
 * @param rates what the network is like
 */
public record Setup(
    int transfers,
    int processes,
    UnaryOperator<AccountRepository> accounts,
    UnaryOperator<TransactionRepository> transactions,
    Set<String> repeated,
    Function<Random, FaultRates> rates) {

  /** So many transfers by several processes on a sound store. */
  public static Setup of(int transfers) {
    return new Setup(
        transfers, 6, UnaryOperator.identity(), UnaryOperator.identity(), Set.of(), FaultRates::of);
  }

  /** The same, with a fault planted into the accounts. */
  public Setup plantedInAccounts(UnaryOperator<AccountRepository> fault) {
    return new Setup(transfers, processes, fault, transactions, repeated, rates);
  }

  /** The same, with a fault planted into the transaction records. */
  public Setup plantedInTransactions(UnaryOperator<TransactionRepository> fault) {
    return new Setup(transfers, processes, accounts, fault, repeated, rates);
  }

  /** The same, over a network that delivers these calls once more, later. */
  public Setup repeating(String... calls) {
    return new Setup(transfers, processes, accounts, transactions, Set.of(calls), rates);
  }

  /** The same, in the worst of networks. */
  public Setup inStorm() {
    return new Setup(
        transfers, processes, accounts, transactions, repeated, any -> FaultRates.STORM);
  }
}
