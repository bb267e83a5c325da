package io.twophase.console.view;

import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.value.FieldPath;
import io.twophase.domain.value.Fields;
import io.twophase.domain.value.Fields.Field;
import io.twophase.domain.value.Value;

/** Hides values of documents from whoever looks at the console. Thread-safe. */
@FunctionalInterface
public interface Redactor {

  /** Hides nothing. */
  Redactor NONE = (document, path) -> false;

  /** Stands in the place of a value that is hidden. */
  String HIDDEN = "***";

  /**
   * Returns whether the console shows {@code ***} in the place of a value.
   *
   * @param document the one that has the value
   * @param path of the field, its names apart by dots; elements of an array have the array's path
   */
  boolean hides(DocumentRef document, String path);

  /** Returns whether a field is hidden, or one that it is in. */
  default boolean hides(DocumentRef document, FieldPath path) {
    FieldPath field = path.withoutIndexes();
    return hides(document, field.toString())
        || field.parents().stream().anyMatch(parent -> hides(document, parent.toString()));
  }

  /** Why a document cannot be read, which may say what its fields are; unless any are hidden. */
  default String shownFault(String fault) {
    return this == NONE ? fault : HIDDEN;
  }

  /** Fields of a document, with those hidden that are to be. */
  default Fields shown(DocumentRef document, Fields fields) {
    return this == NONE ? fields : within(document, "", fields);
  }

  /** The value of a field, or what it is compared with or set to. */
  default Value shown(DocumentRef document, FieldPath path, Value value) {
    if (this == NONE) {
      return value;
    }
    return hides(document, path)
        ? new Value.Text(HIDDEN)
        : inside(document, path.withoutIndexes().toString(), value);
  }

  private Fields within(DocumentRef document, String folder, Fields fields) {
    return new Fields(
        fields.all().stream()
            .map(
                field -> {
                  String path = folder + field.name();
                  Value shown =
                      hides(document, path)
                          ? new Value.Text(HIDDEN)
                          : inside(document, path, field.value());
                  return new Field(field.name(), shown);
                })
            .toList());
  }

  private Value inside(DocumentRef document, String path, Value value) {
    if (value instanceof Value.Embedded embedded) {
      return new Value.Embedded(within(document, path + ".", embedded.fields()));
    }
    return value instanceof Value.Array array
        ? new Value.Array(
            array.values().stream().map(element -> inside(document, path, element)).toList())
        : value;
  }
}
