package io.twophase.domain.document;

import io.twophase.domain.value.Field;
import io.twophase.domain.value.FieldPath;
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

  /** How often a document was read by a write to it; of no meaning to anything that is read. */
  public static final String QUORUM_READS = "quorumReads";

  /** A document's id. */
  public static final String ID = "_id";

  private static final Set<String> RESERVED =
      Set.of(PENDING, LAST_TRANSACTION, PLACEHOLDER, ESCROW, QUORUM_READS);

  private Names() {}

  /** Whether a top-level field of that name is the protocol's own. */
  public static boolean isReserved(String name) {
    return RESERVED.contains(name);
  }

  /**
   * Refuses what MongoDB stores otherwise than asked, or not at all.
   *
   * @throws IllegalArgumentException if a field in the fields has a name with a dot, or one that
   *     begins with {@code $}, or they lie deeper than MongoDB nests documents
   */
  public static void require(String where, Fields fields) {
    require(where, fields, 1);
  }

  /** The same of a value that is nowhere inside of another. */
  static void require(String where, Value value) {
    require(where, value, 0);
  }

  /** The same of a value that will be at that path. */
  static void require(FieldPath path, Value value) {
    require(path.toString(), value, path.names().size());
  }

  private static void require(String where, Fields fields, int depth) {
    for (Field field : fields.all()) {
      if (field.name().startsWith("$") || field.name().indexOf('.') >= 0) {
        throw new IllegalArgumentException(
            where + ": a field cannot be named \"" + field.name() + "\"");
      }
      require(where, field.value(), depth);
    }
  }

  /**
   * @param depth how many documents and arrays are around the value
   */
  private static void require(String where, Value value, int depth) {
    boolean nests = value instanceof Value.Embedded || value instanceof Value.Array;
    if (nests && depth >= FieldPath.MAX_NAMES) {
      throw new IllegalArgumentException(
          where + ": more than " + FieldPath.MAX_NAMES + " documents and arrays in each other");
    }
    if (value instanceof Value.Embedded embedded) {
      require(where, embedded.fields(), depth + 1);
    } else if (value instanceof Value.Array array) {
      array.values().forEach(inner -> require(where, inner, depth + 1));
    }
  }
}
