package io.twophase.domain.operation;

import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.document.Names;
import java.util.Objects;

/**
 * Adds to a number field within bounds, or takes from it. Many transactions may do so at once
 * without waiting for each other: each holds its part of what the bounds leave. O'Neil, "The Escrow
 * Transactional Method" (ACM TODS 11(4), 1986).
 *
 * @param document which
 * @param field a field of its own, not of an embedded document
 * @param amount above zero to add, below to take
 * @param floor the least that the field may come to; the first addition that is tried on the field
 *     decides it
 * @param ceiling the most, likewise
 */
public record AddToField(DocumentRef document, String field, long amount, long floor, long ceiling)
    implements DocumentOperation {

  /** Its name in records and messages. */
  public static final String KIND = "add";

  /** The floor where none is named: so far from the ceiling that 64 bits can still tell. */
  public static final long WIDEST_FLOOR = Long.MIN_VALUE / 2;

  /** The ceiling where none is named. */
  public static final long WIDEST_CEILING = Long.MAX_VALUE / 2;

  /**
   * @throws IllegalArgumentException if the amount is zero or the smallest number of 64 bits, the
   *     floor is above the ceiling or further below than 64 bits can tell, or the field's name has
   *     a dot, begins with {@code $}, or is one that the protocol gives a meaning
   */
  public AddToField {
    Objects.requireNonNull(document, "document");
    Objects.requireNonNull(field, "field");
    String where = KIND + " to " + document + ", field \"" + field + "\": ";
    if (amount == 0 || amount == Long.MIN_VALUE) {
      throw new IllegalArgumentException(
          where + "amount " + amount + ": it is not zero, and not the smallest number of 64 bits");
    }
    if (floor > ceiling || ceiling - floor < 0) {
      throw new IllegalArgumentException(
          where + "floor " + floor + ", ceiling " + ceiling + ": no range of 64 bits");
    }
    if (field.isEmpty()
        || field.startsWith("$")
        || field.indexOf('.') >= 0
        || field.indexOf('\0') >= 0
        || field.equals(Names.ID)
        || Names.isReserved(field)) {
      throw new IllegalArgumentException(where + "that is no name of a number field");
    }
  }

  /** One within the widest bounds: {@link #WIDEST_FLOOR} and {@link #WIDEST_CEILING}. */
  public AddToField(DocumentRef document, String field, long amount) {
    this(document, field, amount, WIDEST_FLOOR, WIDEST_CEILING);
  }

  @Override
  public <T> T fold(Cases<T> cases) {
    return cases.add(this);
  }

  @Override
  public HoldMode mode() {
    return HoldMode.ESCROW;
  }

  @Override
  public String kind() {
    return KIND;
  }
}
