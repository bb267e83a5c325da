package io.twophase.micrometer;

import io.twophase.domain.transaction.State;
import io.twophase.ports.RecordQuery;
import io.twophase.ports.Store;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * The unfinished work of a store at a moment: transactions, and batches, whose transfers do not
 * count by themselves.
 *
 * @param all their states, and how long each has not changed
 */
record Unfinished(List<One> all) {

  /** More are not read. */
  static final int LIMIT = 1_000;

  /** The mark of an unreadable record, in place of a state. */
  static final String UNREADABLE = "unreadable";

  /** The states in which something is unfinished. What is authorized waits for its capture. */
  static final List<String> STATES =
      List.of(
          name(State.INITIAL),
          name(State.PENDING),
          name(State.APPLIED),
          name(State.CANCELING),
          UNREADABLE);

  /** A transaction or a batch. */
  record One(String state, Duration unchangedFor) {}

  private static String name(State state) {
    return state.name().toLowerCase(Locale.ROOT);
  }

  /**
   * One read of the store, of at most {@link #LIMIT} records.
   *
   * @throws io.twophase.ports.StoreException if the store does not answer
   */
  static Unfinished read(Store store) {
    return new Unfinished(
        store.records().list(RecordQuery.unfinished(Duration.ZERO, LIMIT)).stream()
            .map(
                lookup ->
                    lookup
                        .record()
                        .map(record -> new One(name(record.state()), lookup.unmodifiedFor()))
                        .orElseGet(() -> new One(UNREADABLE, Duration.ZERO)))
            .toList());
  }

  /** Returns how many are in a state. */
  double count(String state) {
    return all.stream().filter(one -> one.state().equals(state)).count();
  }

  /** For how many seconds the oldest in a state has not changed; 0 if there is none. */
  double age(String state) {
    return all.stream()
        .filter(one -> one.state().equals(state))
        .mapToDouble(one -> one.unchangedFor().toMillis() / 1_000.0)
        .max()
        .orElse(0);
  }
}
