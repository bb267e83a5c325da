package io.twophase.domain.document;

import io.twophase.domain.value.Value;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Names a document. Two names with ids that {@linkplain Value#matches match} are equal, for MongoDB
 * keeps one document for both: {@code 5} as an int and {@code 5} as a long are one {@code _id}. An
 * immutable value.
 */
public final class DocumentRef implements Comparable<DocumentRef> {

  private final CollectionName collection;
  private final Value id;

  /**
   * A text that ids share if they match, and only then: made once, for names are compared often.
   */
  private final String key;

  /**
   * The document's name.
   *
   * @param collection where it is
   * @param id its {@code _id}, of any type that MongoDB takes for one, but no code and no pointer:
   *     some servers do not find these by their type, so a scan could pass over their holds
   * @throws IllegalArgumentException if the id is code or a pointer, or of a type that no {@code
   *     _id} is of (an array, a regular expression, undefined), or has a field that MongoDB gives a
   *     meaning
   */
  public DocumentRef(CollectionName collection, Value id) {
    switch (Objects.requireNonNull(id, "id").type()) {
      case "array", "regex", "undefined", "javascript", "javascriptWithScope", "dbPointer" ->
          throw new IllegalArgumentException(
              collection + ": an _id is not of type " + id.type() + ": " + id);
      default -> {
        Names.require(collection + ": an _id", id);
      }
    }
    this.collection = Objects.requireNonNull(collection, "collection");
    this.id = id;
    this.key = id.canonical().exactText();
  }

  /** Returns where it is. */
  public CollectionName collection() {
    return collection;
  }

  /** Its {@code _id}. */
  public Value id() {
    return id;
  }

  /**
   * By collection, then by the id's type, then by its text: the one order in which documents are
   * waited for, so that no two transactions wait for each other.
   */
  @Override
  public int compareTo(DocumentRef other) {
    int order = collection.compareTo(other.collection);
    return order == 0 ? key.compareTo(other.key) : order;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof DocumentRef that
        && key.equals(that.key)
        && collection.equals(that.collection);
  }

  @Override
  public int hashCode() {
    return 31 * collection.hashCode() + key.hashCode();
  }

  @Override
  public String toString() {
    return collection + " " + id.words();
  }
}
