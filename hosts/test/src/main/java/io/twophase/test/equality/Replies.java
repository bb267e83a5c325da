package io.twophase.test.equality;

import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.transaction.HistoryEntry;
import io.twophase.domain.transaction.Transaction;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
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
    } else if (call instanceof Call.FindLatestAccount find) {
      return List.of(stores.accounts().findLatest(find.id()));
    } else if (call instanceof Call.Begin begin) {
      return stores.transactions().begin(begin.records());
    } else if (call instanceof Call.Advance advance) {
      return stores.transactions().advance(advance.transitions());
    } else if (call instanceof Call.FindRecords find) {
      return comparable(stores.transactions().find(find.ids()));
    } else if (call instanceof Call.FindLatestRecord find) {
      return List.of(comparable(stores.transactions().findLatest(find.id())));
    } else if (call instanceof Call.Latest latest) {
      return comparable(stores.transactions().latest(latest.query()));
    } else if (call instanceof Call.Unfinished unfinished) {
      return inOrderOfIds(stores.transactions().unfinished(unfinished.query()));
    } else if (call instanceof Call.Wait wait) {
      clock.advance(wait.duration());
    }
    return List.of();
  }

  /** Everything that is stored, in the order of a scan; after the accounts those with holds. */
  List<Object> state() {
    List<Object> state = new ArrayList<>();
    stores.accounts().scan(state::add);
    stores.accounts().scanHeld(state::add);
    stores.transactions().scan(lookup -> state.add(comparable(lookup)));
    return state;
  }

  /** They come by when a server has changed them last. */
  private static List<TransactionLookup> inOrderOfIds(List<TransactionLookup> lookups) {
    return comparable(lookups).stream().sorted(Comparator.comparing(Replies::id)).toList();
  }

  private static String id(TransactionLookup lookup) {
    return lookup instanceof TransactionLookup.Found found
        ? found.record().id().value()
        : lookup.toString();
  }

  private static List<TransactionLookup> comparable(List<TransactionLookup> lookups) {
    return lookups.stream().map(Replies::comparable).toList();
  }

  /**
   * The clocks of two stores differ, by the same at each moment. When a record was changed last a
   * server may tell by a clock that nobody turns.
   */
  private static TransactionLookup comparable(TransactionLookup lookup) {
    return lookup instanceof TransactionLookup.Found found
        ? new TransactionLookup.Found(comparable(found.record()), Duration.ZERO)
        : lookup;
  }

  private static Transaction comparable(Transaction record) {
    Instant begun = record.createdAt();
    return new Transaction(
        record.body(),
        record.state(),
        record.epoch(),
        record.application(),
        record.owner(),
        record.token(),
        record.reason(),
        BEGUN,
        BEGUN,
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
