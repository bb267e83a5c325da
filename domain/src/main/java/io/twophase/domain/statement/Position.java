package io.twophase.domain.statement;

import java.util.Comparator;

/**
 * Where a line stands in a statement: by when it was decided, then by the id of the record that
 * decided it, then by its place in that record. The order is one for all accounts.
 *
 * @param decidedAt when it was decided, by the store's clock
 * @param record the id of the transaction, or of the batch that decided it
 * @param place of a transfer of a batch, its place among the members; else 0
 */
public record Position(java.time.Instant decidedAt, String record, int place)
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
