package io.twophase.ports.equality;

import io.twophase.domain.outcome.Sighting;
import io.twophase.domain.transaction.HistoryEntry;
import io.twophase.domain.transaction.Transaction;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Makes calls on a store, and tells its replies and its state so that they can be compared. */
final class Replies {

  /** What every record's times are told from: only by how much they differ can be compared. */
  private static final Instant BEGUN = Instant.EPOCH;

  private final Stores stores;
  private final SettableClock clock;

  Replies(Stores stores, SettableClock clock) {
    this.stores = stores;
    this.clock = clock;
  }

  /** One reply for each element of the call, or the one that there is. */
  List<?> to(Call call) {
    if (call instanceof Call.Open open) {
      return stores.accounts().open(open.openings());
    } else if (call instanceof Call.Change change) {
      return List.of(stores.accounts().change(change.id(), change.change()));
    } else if (call instanceof Call.Place place) {
      return stores.accounts().hold(place.legs());
    } else if (call instanceof Call.OnHolds holds) {
      return switch (holds.change()) {
        case STAMP -> stores.accounts().stamp(holds.legs());
        case SETTLE -> stores.accounts().settle(holds.legs());
        case RELEASE -> stores.accounts().release(holds.legs());
        case WITHDRAW -> stores.accounts().withdraw(holds.legs());
      };
    } else if (call instanceof Call.FindAccounts find) {
      return stores.accounts().find(find.ids());
    } else if (call instanceof Call.Begin begin) {
      return stores.transactions().begin(begin.records());
    } else if (call instanceof Call.Advance advance) {
      return stores.transactions().advance(advance.transitions());
    } else if (call instanceof Call.FindRecords find) {
      return comparable(stores.transactions().find(find.ids()));
    } else if (call instanceof Call.Latest latest) {
      return comparable(stores.transactions().latest(latest.query()));
    } else if (call instanceof Call.Unfinished unfinished) {
      return comparable(stores.transactions().unfinished(unfinished.query()));
    } else if (call instanceof Call.Wait wait) {
      clock.advance(wait.duration());
    }
    return List.of();
  }

  /** Everything that is stored, in the order of a scan. */
  List<Object> state() {
    List<Object> state = new ArrayList<>();
    stores.accounts().scan(state::add);
    stores.transactions().scan(sighting -> state.add(comparable(sighting)));
    return state;
  }

  private static List<Sighting> comparable(List<Sighting> sightings) {
    return sightings.stream().map(Replies::comparable).toList();
  }

  /** The clocks of two stores differ, by the same at each moment. */
  private static Sighting comparable(Sighting sighting) {
    return sighting instanceof Sighting.Found found
        ? new Sighting.Found(comparable(found.record()), found.unmodifiedFor())
        : sighting;
  }

  private static Transaction comparable(Transaction record) {
    Instant begun = record.createdAt();
    return new Transaction(
        record.body(),
        record.state(),
        record.epoch(),
        record.application(),
        record.token(),
        record.reason(),
        BEGUN,
        BEGUN.plus(Duration.between(begun, record.lastModified())),
        record.history().stream()
            .map(
                entry ->
                    new HistoryEntry(
                        entry.state(),
                        entry.epoch(),
                        entry.application(),
                        BEGUN.plus(Duration.between(begun, entry.at()))))
            .toList());
  }
}
