package io.twophase.guice;

import com.google.inject.AbstractModule;
import com.google.inject.multibindings.OptionalBinder;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.domain.participant.Home;
import io.twophase.ports.AccountRepository;
import io.twophase.ports.CallLimit;
import io.twophase.ports.DocumentRepository;
import io.twophase.ports.OwnerRepository;
import io.twophase.ports.ParticipantRepository;
import io.twophase.ports.TransactionRepository;

/** Binds the repositories to a store on a MongoDB server, which the host opens and closes. */
public final class MongoStoreModule extends AbstractModule {

  private final MongoStore store;

  /** With {@code store}. */
  public MongoStoreModule(MongoStore store) {
    this.store = store;
  }

  @Override
  protected void configure() {
    bind(MongoStore.class).toInstance(store);
    bind(AccountRepository.class).toInstance(store.accounts());
    bind(TransactionRepository.class).toInstance(store.transactions());
    OptionalBinder.newOptionalBinder(binder(), DocumentRepository.class)
        .setBinding()
        .toInstance(store.documents());
    OptionalBinder.newOptionalBinder(binder(), Home.class).setBinding().toInstance(store.home());
    OptionalBinder.newOptionalBinder(binder(), ParticipantRepository.class)
        .setBinding()
        .toInstance(store.participants());
    OptionalBinder.newOptionalBinder(binder(), CallLimit.class)
        .setBinding()
        .toInstance(store.callLimit());
    OptionalBinder.newOptionalBinder(binder(), OwnerRepository.class)
        .setBinding()
        .toInstance(store.owners());
  }
}
