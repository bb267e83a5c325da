package io.twophase.test.fault;

import io.twophase.ports.AccountRepository;
import io.twophase.ports.OwnerRepository;
import io.twophase.ports.TransactionRepository;

/** The repositories of a store, and the faults that a test plans for their writes. */
public final class FaultyStore {

  private final Faults faults = new Faults();
  private final AccountRepository accounts;
  private final TransactionRepository transactions;
  private final OwnerRepository owners;

  private FaultyStore(
      AccountRepository accounts, TransactionRepository transactions, OwnerRepository owners) {
    this.accounts = new FaultyAccountRepository(accounts, faults);
    this.transactions = new FaultyTransactionRepository(transactions, faults);
    this.owners = new FaultyOwnerRepository(owners, faults);
  }

  /** The given repositories, whose writes go wrong where {@link #faults} says so. */
  public static FaultyStore over(
      AccountRepository accounts, TransactionRepository transactions, OwnerRepository owners) {
    return new FaultyStore(accounts, transactions, owners);
  }

  /** The accounts, with faults. */
  public AccountRepository accounts() {
    return accounts;
  }

  /** The transaction records, with faults. */
  public TransactionRepository transactions() {
    return transactions;
  }

  /** The owners of what is under way, with faults. */
  public OwnerRepository owners() {
    return owners;
  }

  /** What is to go wrong with the writes: nothing, until a test plans it. */
  public Faults faults() {
    return faults;
  }
}
