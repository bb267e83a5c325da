package io.twophase.test.equality;

import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.transaction.Transaction;
import io.twophase.ports.AccountRepository;
import io.twophase.test.clock.SettableClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/** Makes calls on a store, and tells its replies and its state so that they can be compared. */
final class Replies {

  /** What every record's times are told from: only by how much they differ can be compared. */
  private static final Instant BEGUN = Instant.EPOCH;

  private final Stores stores;
  private final SettableClock clock;
  private final Call.Cases<List<Answer>> calls = new Calls();

  Replies(Stores stores, SettableClock clock) {
    this.stores = stores;
    this.clock = clock;
  }

  /** One answer for each element of the call, or the one that there is. */
  List<Answer> to(Call call) {
    return call.fold(calls);
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
    return lookup.fold(
        found -> found.record().id().value(),
        absent -> absent.toString(),
        unreadable -> unreadable.toString(),
        removed -> removed.receipt().id().value());
  }

  private static List<TransactionLookup> comparable(List<TransactionLookup> lookups) {
    return lookups.stream().map(Replies::comparable).toList();
  }

  /**
   * The clocks of two stores differ: when a record came to a step a server tells by a clock that
   * nobody turns.
   */
  private static TransactionLookup comparable(TransactionLookup lookup) {
    return lookup.fold(
        found -> new TransactionLookup.Found(comparable(found.record()), Duration.ZERO),
        absent -> absent,
        unreadable -> unreadable,
        removed -> removed);
  }

  private static Transaction comparable(Transaction record) {
    return record.withTimes(BEGUN, BEGUN, record.timeline().map(at -> BEGUN));
  }

  /** Makes each kind of call. */
  private final class Calls implements Call.Cases<List<Answer>> {
    @Override
    public List<Answer> open(Call.Open call) {
      return answers(stores.accounts().open(call.openings()), Answer::of);
    }

    @Override
    public List<Answer> change(Call.Change call) {
      return List.of(Answer.of(stores.accounts().change(call.id(), call.change())));
    }

    @Override
    public List<Answer> place(Call.Place call) {
      return answers(stores.accounts().hold(call.legs()), Answer::of);
    }

    @Override
    public List<Answer> onHolds(Call.OnHolds call) {
      AccountRepository accounts = stores.accounts();
      return answers(
          switch (call.change()) {
            case STAMP -> accounts.stamp(call.legs());
            case SETTLE -> accounts.settle(call.legs());
            case RELEASE -> accounts.release(call.legs());
            case WITHDRAW -> accounts.withdraw(call.legs());
          },
          Answer::of);
    }

    @Override
    public List<Answer> findAccounts(Call.FindAccounts call) {
      return answers(stores.accounts().find(call.ids()), Answer::of);
    }

    @Override
    public List<Answer> findLatestAccount(Call.FindLatestAccount call) {
      return List.of(Answer.of(stores.accounts().findLatest(call.id())));
    }

    @Override
    public List<Answer> begin(Call.Begin call) {
      return answers(stores.transactions().begin(call.records()), Answer::of);
    }

    @Override
    public List<Answer> advance(Call.Advance call) {
      return answers(stores.transactions().advance(call.transitions()), Answer::of);
    }

    @Override
    public List<Answer> findRecords(Call.FindRecords call) {
      return records(stores.transactions().find(call.ids()));
    }

    @Override
    public List<Answer> findLatestRecord(Call.FindLatestRecord call) {
      return records(List.of(stores.transactions().findLatest(call.id())));
    }

    @Override
    public List<Answer> latest(Call.Latest call) {
      return records(stores.transactions().latest(call.query()));
    }

    @Override
    public List<Answer> unfinished(Call.Unfinished call) {
      return answers(inOrderOfIds(stores.transactions().unfinished(call.query())), Answer::of);
    }

    @Override
    public List<Answer> pause(Call.Wait call) {
      clock.advance(call.duration());
      return List.of();
    }

    private List<Answer> records(List<TransactionLookup> lookups) {
      return answers(comparable(lookups), Answer::of);
    }

    private <T> List<Answer> answers(List<T> outcomes, Function<T, Answer> answer) {
      return outcomes.stream().map(answer).toList();
    }
  }
}
