package io.twophase.app.simulation;

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
 * @param weather what the network is like
 */
record Setup(
    int transfers,
    int processes,
    UnaryOperator<AccountRepository> accounts,
    UnaryOperator<TransactionRepository> transactions,
    Set<String> repeated,
    Function<Random, Weather> weather) {

  /** So many transfers by several processes on a sound store. */
  static Setup of(int transfers) {
    return new Setup(
        transfers, 6, UnaryOperator.identity(), UnaryOperator.identity(), Set.of(), Weather::of);
  }

  /** The same, with a fault planted into the accounts. */
  Setup plantedInAccounts(UnaryOperator<AccountRepository> fault) {
    return new Setup(transfers, processes, fault, transactions, repeated, weather);
  }

  /** The same, with a fault planted into the transaction records. */
  Setup plantedInTransactions(UnaryOperator<TransactionRepository> fault) {
    return new Setup(transfers, processes, accounts, fault, repeated, weather);
  }

  /** The same, over a network that delivers these calls once more, later. */
  Setup repeating(String... calls) {
    return new Setup(transfers, processes, accounts, transactions, Set.of(calls), weather);
  }

  /** The same, in the worst of weathers. */
  Setup inStorm() {
    return new Setup(transfers, processes, accounts, transactions, repeated, any -> Weather.STORM);
  }
}
