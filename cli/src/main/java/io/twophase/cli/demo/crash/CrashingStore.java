package io.twophase.cli.demo.crash;

import io.twophase.domain.participant.Home;
import io.twophase.ports.AccountRepository;
import io.twophase.ports.DocumentRepository;
import io.twophase.ports.OwnerRepository;
import io.twophase.ports.Store;
import io.twophase.ports.TransactionRepository;

/**
 * A store, as a process reaches it that may be killed after any write.
 *
 * @param real the store
 * @param life the process's
 */
public record CrashingStore(Store real, ProcessLife life) implements Store {

  @Override
  public AccountRepository accounts() {
    return new CrashingAccounts(real.accounts(), life);
  }

  @Override
  public DocumentRepository documents() {
    return new CrashingDocuments(real.documents(), life);
  }

  @Override
  public TransactionRepository transactions() {
    return new CrashingTransactions(real.transactions(), life);
  }

  /** How a process shows that it is alive is no part of what is shown. */
  @Override
  public OwnerRepository owners() {
    return real.owners();
  }

  @Override
  public Home home() {
    return real.home();
  }
}
