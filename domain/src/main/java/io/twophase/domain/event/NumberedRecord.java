package io.twophase.domain.event;

import io.twophase.domain.hold.RecordId;
import io.vavr.control.Either;
import java.util.ArrayList;
import java.util.List;

/**
 * A decided record and its number. Once a majority of the store's servers has it, it never changes:
 * a number is inserted where there is none, and nothing overwrites it.
 *
 * @param number from {@link #FIRST} on, without gaps
 * @param record the record that has the number, or why the number's document does not tell it
 */
public record NumberedRecord(long number, Either<String, RecordId> record) {

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

  /** A record that can be told. */
  public NumberedRecord(long number, RecordId record) {
    this(number, Either.right(record));
  }

  /** The records that can be told, in the order of the numbers. */
  public static List<RecordId> records(List<NumberedRecord> numbered) {
    return numbered.stream().flatMap(each -> each.record().toJavaStream()).toList();
  }

  /**
   * Those that follow the number {@code after} without a gap. A record behind a gap is not there
   * yet: a reader that went past the gap would miss the record that fills it.
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
