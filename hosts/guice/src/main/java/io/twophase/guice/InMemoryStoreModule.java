package io.twophase.guice;

import com.google.inject.AbstractModule;
import com.google.inject.multibindings.OptionalBinder;
import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.domain.participant.Home;
import io.twophase.ports.AccountRepository;
import io.twophase.ports.DocumentRepository;
import io.twophase.ports.OwnerRepository;
import io.twophase.ports.TransactionRepository;

/** Binds the repositories to a store in memory, which the host gives and may put faults into. */
public final class InMemoryStoreModule extends AbstractModule {

  private final InMemoryStore store;

  /** With {@code store}. */
  public InMemoryStoreModule(InMemoryStore store) {
    this.store = store;
  }

  @Override
  protected void configure() {
    bind(InMemoryStore.class).toInstance(store);
    bind(AccountRepository.class).toInstance(store.accounts());
    bind(TransactionRepository.class).toInstance(store.transactions());
    OptionalBinder.newOptionalBinder(binder(), DocumentRepository.class)
        .setBinding()
        .toInstance(store.documents());
    OptionalBinder.newOptionalBinder(binder(), Home.class).setBinding().toInstance(store.home());
    OptionalBinder.newOptionalBinder(binder(), OwnerRepository.class)
        .setBinding()
        .toInstance(store.owners());
  }
}
