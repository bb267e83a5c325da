package io.twophase.app.equality;

import io.twophase.domain.outcome.AccountSighting;
import io.twophase.domain.outcome.Sighting;
import io.twophase.domain.testing.Fixtures;
import io.twophase.domain.transaction.HistoryEntry;
import io.twophase.domain.transaction.Transaction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** All that a store has, but for the times: two stores' clocks differ. */
record StoredState(List<AccountSighting> accounts, List<Sighting> transactions) {

  static StoredState of(Ports ports) {
    List<AccountSighting> accounts = new ArrayList<>();
    ports.accounts().scan(accounts::add);
    List<Sighting> transactions = new ArrayList<>();
    ports.transactions().scan(seen -> transactions.add(timeless(seen)));
    return new StoredState(accounts, transactions);
  }

  static List<Sighting> timeless(List<Sighting> sightings) {
    return sightings.stream().map(StoredState::timeless).toList();
  }

  static Sighting timeless(Sighting sighting) {
    return sighting instanceof Sighting.Found found
        ? new Sighting.Found(timeless(found.record()), Duration.ZERO)
        : sighting;
  }

  private static Transaction timeless(Transaction record) {
    return new Transaction(
        record.body(),
        record.state(),
        record.epoch(),
        record.application(),
        record.token(),
        record.reason(),
        Fixtures.NOW,
        Fixtures.NOW,
        record.history().stream().map(StoredState::timeless).toList());
  }

  private static HistoryEntry timeless(HistoryEntry entry) {
    return new HistoryEntry(entry.state(), entry.epoch(), entry.application(), Fixtures.NOW);
  }
}
