package io.twophase.domain.document;

import io.twophase.domain.value.FieldPath;
import io.twophase.domain.value.Fields;
import io.twophase.domain.value.Fields.Field;
import io.twophase.domain.value.Value;
import java.util.Set;

/** The names that a host's fields may not have. */
public final class Names {

  /** The holds of a document. */
  public static final String PENDING = "pendingTransactions";

  /** The last transaction that changed it. */
  public static final String LAST_TRANSACTION = "lastTransaction";

  /** The mark of a document that only keeps its id for a transaction that will insert it. */
  public static final String PLACEHOLDER = "placeholder";

  /** The bounds of its escrow fields. */
  public static final String ESCROW = "escrow";

  /** The number of reads of a document by a write to it; of no meaning to anything that is read. */
  public static final String QUORUM_READS = "quorumReads";

  /** A document's id. */
  public static final String ID = "_id";

  /** The top-level fields of the protocol. */
  public static final Set<String> RESERVED =
      Set.of(PENDING, LAST_TRANSACTION, PLACEHOLDER, ESCROW, QUORUM_READS);

  private Names() {}

  /** Returns whether a top-level field of that name is the protocol's own. */
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
    require(where, new Value.Embedded(fields));
  }

  /** Demands the same of a value that is nowhere inside of another. */
  static void require(String where, Value value) {
    requireDepth(where, 0, value);
    requireNames(where, value);
  }

  /** Demands the same of a value that will be at that path. */
  static void require(FieldPath path, Value value) {
    requireDepth(path, value);
    requireNames(path.toString(), value);
  }

  /**
   * Refuses a value that would lie deeper at that path than MongoDB nests documents.
   *
   * @throws IllegalArgumentException if it would
   */
  static void requireDepth(FieldPath path, Value value) {
    requireDepth(path.toString(), path.names().size(), value);
  }

  /**
   * @param around how many documents and arrays are around the value
   */
  private static void requireDepth(String where, int around, Value value) {
    if (around + value.depth() > FieldPath.MAX_NAMES) {
      throw new IllegalArgumentException(
          where + ": more than " + FieldPath.MAX_NAMES + " documents and arrays in each other");
    }
  }

  private static void requireNames(String where, Value value) {
    if (value instanceof Value.Array array) {
      array.values().forEach(inner -> requireNames(where, inner));
    } else if (value instanceof Value.Embedded embedded) {
      for (Field field : embedded.fields().all()) {
        if (field.name().startsWith("$") || field.name().indexOf('.') >= 0) {
          throw new IllegalArgumentException(
              where + ": a field cannot be named \"" + field.name() + "\"");
        }
        requireNames(where, field.value());
      }
    }
  }
}
