package io.twophase.adapter.mongo.hold;

import io.twophase.adapter.mongo.document.Field;
import io.twophase.domain.document.Names;
import java.util.List;

/** The names of what the protocol stores in a host's documents, beside those of the domain. */
public final class BoundField {

  /** In the bounds of a field: what may still be held to be taken. */
  public static final String AVAILABLE = "available";

  /** In the bounds of a field: what may still be held to be added. */
  public static final String RECEIVABLE = "receivable";

  /** In the bounds of a field: the least that it may come to. */
  public static final String FLOOR = "floor";

  /** In the bounds of a field: the most. */
  public static final String CEILING = "ceiling";

  /** All four bounds. */
  public static final List<String> BOUNDS = List.of(AVAILABLE, RECEIVABLE, FLOOR, CEILING);

  private BoundField() {}

  /** The path of a bound of a field. */
  public static String bound(String field, String bound) {
    return Field.path(Field.path(Names.ESCROW, field), bound);
  }
}
