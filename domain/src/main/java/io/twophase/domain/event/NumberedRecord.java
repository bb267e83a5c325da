package io.twophase.domain.event;

import java.util.ArrayList;
import java.util.List;

/**
 * A decided record and its number. Once a majority of the store's servers has it, it never changes:
 * a number is inserted where there is none, and nothing overwrites it.
 *
 * @param number from {@link #FIRST} on, without gaps
 * @param record what has that number
 */
public record NumberedRecord(long number, RecordId record) {

  /** The first number there is. */
  public static final long FIRST = 1;

  /**
   * @throws IllegalArgumentException if the number is below {@link #FIRST}
   */
  public NumberedRecord {
    if (number < FIRST) {
      throw new IllegalArgumentException(record + " has the number " + number);
    }
  }

  /**
   * Those that follow the number {@code after} without a gap. What lies behind a gap is not there
   * yet: whoever read past it would miss what fills it.
   *
   * @param sorted by their numbers, all above {@code after}
   */
  public static List<NumberedRecord> following(long after, List<NumberedRecord> sorted) {
    List<NumberedRecord> following = new ArrayList<>(sorted.size());
    for (NumberedRecord next : sorted) {
      if (next.number() != after + 1 + following.size()) {
        break;
      }
      following.add(next);
    }
    return List.copyOf(following);
  }
}
