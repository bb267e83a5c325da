package io.twophase.domain.operation;

import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.document.Names;
import io.twophase.domain.value.Field;
import io.twophase.domain.value.Fields;
import io.twophase.domain.value.Value;
import java.util.Objects;

/**
 * Inserts a document. It is refused if there is one of that id.
 *
 * @param document its place
 * @param fields what it has beside its {@code _id}
 */
public record InsertDocument(DocumentRef document, Fields fields) implements DocumentOperation {

  /** Its name in records and messages. */
  public static final String KIND = "insert";

  private static final Value EMPTY_TIMESTAMP = new Value.Other("timestamp", "0".repeat(16));

  /**
   * @throws IllegalArgumentException if a field has a name that MongoDB or the protocol gives a
   *     meaning, or is an empty timestamp, in whose place MongoDB puts one of its own
   */
  public InsertDocument {
    Objects.requireNonNull(document, "document");
    Objects.requireNonNull(fields, "fields");
    Names.require("insert of " + document, fields);
    for (Field field : fields.all()) {
      if (field.name().equals(Names.ID) || Names.isReserved(field.name())) {
        throw new IllegalArgumentException(
            "insert of " + document + ": a field cannot be named \"" + field.name() + "\"");
      }
      if (field.value().equals(EMPTY_TIMESTAMP)) {
        throw new IllegalArgumentException(
            "insert of "
                + document
                + ": MongoDB puts a timestamp of its own in place of the empty one of the field \""
                + field.name()
                + "\"");
      }
    }
  }

  @Override
  public <T> T fold(Cases<T> cases) {
    return cases.insert(this);
  }

  @Override
  public HoldMode mode() {
    return HoldMode.EXCLUSIVE;
  }

  @Override
  public String kind() {
    return KIND;
  }
}
