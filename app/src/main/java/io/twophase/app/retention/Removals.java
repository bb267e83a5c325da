package io.twophase.app.retention;

import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.ports.StoreException;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Removes transactions in one call, or one by one where the store refuses one of them. */
final class Removals {

  private Removals() {}

  /**
   * Removes some.
   *
   * @param remove what removes them, and may be sent again
   * @throws StoreException if the store refuses each of several: the fault is then none's own
   */
  static <T> Retention.Removed of(
      List<T> some, Function<T, String> id, Function<List<T>, List<MatchOutcome>> remove) {
    long[] removed = {0};
    List<TransactionLookup.Unreadable> stays = new ArrayList<>();
    if (!some.isEmpty() && send(some, remove, removed).isDefined()) {
      for (T one : some) {
        send(List.of(one), remove, removed)
            .forEach(why -> stays.add(new TransactionLookup.Unreadable(id.apply(one), why)));
      }
      if (stays.size() > 1 && stays.size() == some.size()) {
        throw new StoreException(
            "none of "
                + stays.size()
                + " records that are due can be removed; the first is "
                + stays.get(0).id()
                + ": "
                + stays.get(0).fault());
      }
    }
    return new Retention.Removed(removed[0], 0, 0, stays, Option.none());
  }

  private static <T> Option<String> send(
      List<T> some, Function<List<T>, List<MatchOutcome>> remove, long[] removed) {
    return StoreException.faultOf(
        () ->
            removed[0] +=
                remove.apply(some).stream()
                    .filter(outcome -> outcome == MatchOutcome.MATCHED)
                    .count());
  }
}
