package io.twophase.app.audit;

import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.TransactionRecord;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * One check of an audit. The audit shows it what it reads, in the order of these methods, and the
 * check adds what is off to the findings.
 */
interface Check {

  /** The number of records or transactions that are read at once. */
  int PAGE = 1_000;

  /** Sees one of all transactions, with the record that decides it. */
  default void see(Lookup transaction) {}

  /** Sees all that one account or document holds. */
  default void see(List<Held> held) {}

  /**
   * A decided record.
   *
   * @param number the number that the record is marked with
   */
  record Numbered(TransactionRecord record, Optional<Long> number) {}

  /** Sees some of the decided records; each record once. */
  default void seeNumbered(List<Numbered> records) {}

  /** Ends, after the last that the audit reads. */
  default void end() {}

  /** Looks something up by its keys, some at a time, and gives {@code each} key its answer. */
  static <K> void byPages(
      List<K> keys, Function<List<K>, List<Lookup>> find, BiConsumer<K, Lookup> each) {
    for (int from = 0; from < keys.size(); from += PAGE) {
      List<K> page = keys.subList(from, Math.min(from + PAGE, keys.size()));
      List<Lookup> found = find.apply(page);
      for (int at = 0; at < page.size(); at++) {
        each.accept(page.get(at), found.get(at));
      }
    }
  }
}
