package io.twophase.domain.statement;

import java.time.Instant;
import java.util.Comparator;

/**
 * The position of a line in a statement: by when it was decided, then by the id of the record that
 * decided it, then by its place in that record. The order is one for all accounts.
 *
 * @param decidedAt when it was decided, by the store's clock
 * @param record the id of the record that decided it
 * @param place its place among the members of the record
 */
public record Position(Instant decidedAt, String record, int place)
    implements Comparable<Position> {

  private static final Comparator<Position> ORDER =
      Comparator.comparing(Position::decidedAt)
          .thenComparing(Position::record)
          .thenComparingInt(Position::place);

  @Override
  public int compareTo(Position other) {
    return ORDER.compare(this, other);
  }
}
