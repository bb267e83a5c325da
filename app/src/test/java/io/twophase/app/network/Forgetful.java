package io.twophase.app.network;

import io.twophase.domain.participant.Home;
import io.twophase.ports.AccountRepository;
import io.twophase.ports.Batches;
import io.twophase.ports.CarriedBalanceRepository;
import io.twophase.ports.DocumentRepository;
import io.twophase.ports.EventRepository;
import io.twophase.ports.OwnerRepository;
import io.twophase.ports.Store;
import io.twophase.ports.TransactionRepository;
import io.twophase.test.forwarding.ForwardingBatches;
import io.twophase.test.forwarding.ForwardingTransactions;
import io.vavr.control.Option;
import java.time.Duration;

/** A store that keeps what has ended for no longer than retention takes. */
record Forgetful(Store sound) implements Store {

  private static final Option<Duration> NOT_AT_ALL = Option.some(Duration.ofMillis(1));

  @Override
  public AccountRepository accounts() {
    return sound.accounts();
  }

  @Override
  public DocumentRepository documents() {
    return sound.documents();
  }

  @Override
  public TransactionRepository transactions() {
    return new ForwardingTransactions(sound.transactions()) {
      @Override
      public Option<Duration> keptFor() {
        return NOT_AT_ALL;
      }
    };
  }

  @Override
  public Option<Batches> batches() {
    return sound
        .batches()
        .map(
            of ->
                new Batches(
                    of.ranges(),
                    new ForwardingBatches(of.records()) {
                      @Override
                      public Option<Duration> keptFor() {
                        return NOT_AT_ALL;
                      }
                    }));
  }

  @Override
  public Option<EventRepository> events() {
    return sound.events();
  }

  @Override
  public Option<CarriedBalanceRepository> carried() {
    return sound.carried();
  }

  @Override
  public OwnerRepository owners() {
    return sound.owners();
  }

  @Override
  public Home home() {
    return sound.home();
  }
}
