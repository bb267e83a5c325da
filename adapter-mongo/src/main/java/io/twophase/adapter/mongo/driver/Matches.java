package io.twophase.adapter.mongo.driver;

import io.twophase.domain.outcome.MatchOutcome;
import io.vavr.control.Option;
import java.util.List;

/**
 * What a command of guarded updates matched.
 *
 * @param total how many documents in all
 * @param each how many for each update, where the server tells: MongoDB 8 does
 */
public record Matches(int total, Option<List<Integer>> each) {

  /** Of no writes. */
  public static Matches none() {
    return inAll(0);
  }

  /** Where only the sum is told. */
  static Matches inAll(int total) {
    return new Matches(total, Option.none());
  }

  /** The same of the updates as they were given, which were sent in {@code order}. */
  Matches givenIn(IdOrder order) {
    return new Matches(total, each.map(order::given));
  }

  /** What to answer of an update that matched, or did not. */
  public static MatchOutcome outcome(boolean matched) {
    return matched ? MatchOutcome.MATCHED : MatchOutcome.NOT_MATCHED;
  }

  /** Whether the server told which. */
  public boolean areTold() {
    return each.isDefined();
  }

  /** What the update at {@code index} matched, if that is known: told, or because none matched. */
  public Option<Integer> of(int index) {
    return total == 0 ? Option.some(0) : each.map(counts -> counts.get(index));
  }
}
