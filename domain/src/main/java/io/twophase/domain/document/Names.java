package io.twophase.domain.document;

import io.twophase.domain.value.Field;
import io.twophase.domain.value.Fields;
import io.twophase.domain.value.Value;
import java.util.Set;

/** Which names a host's fields may not have. */
public final class Names {

  /** The holds of a document. */
  public static final String PENDING = "pendingTransactions";

  /** The last transaction that changed it. */
  public static final String LAST_TRANSACTION = "lastTransaction";

  /** Whether it only keeps its id for a transaction that will insert it. */
  public static final String PLACEHOLDER = "placeholder";

  /** The bounds of its escrow fields. */
  public static final String ESCROW = "escrow";

  /** A document's id. */
  public static final String ID = "_id";

  private static final Set<String> RESERVED =
      Set.of(PENDING, LAST_TRANSACTION, PLACEHOLDER, ESCROW);

  private Names() {}

  /** Whether a top-level field of that name is the protocol's own. */
  public static boolean isReserved(String name) {
    return RESERVED.contains(name);
  }

  /**
   * @throws IllegalArgumentException if a field in the value has a name with a dot, or one that
   *     begins with {@code $}
   */
  static void require(String where, Value value) {
    if (value instanceof Value.Embedded embedded) {
      require(where, embedded.fields());
    } else if (value instanceof Value.Array array) {
      array.values().forEach(inner -> require(where, inner));
    }
  }

  /** The same of a document's fields. */
  public static void require(String where, Fields fields) {
    for (Field field : fields.all()) {
      if (field.name().startsWith("$") || field.name().indexOf('.') >= 0) {
        throw new IllegalArgumentException(
            where + ": a field cannot be named \"" + field.name() + "\"");
      }
      require(where, field.value());
    }
  }
}
