package io.twophase.domain.document;

import io.twophase.domain.value.Value;

/**
 * Names a document.
 *
 * @param collection where it is
 * @param id its {@code _id}, of any type that MongoDB takes for one: all but arrays, regular
 *     expressions and undefined
 */
public record DocumentRef(CollectionName collection, Value id) implements Comparable<DocumentRef> {

  /**
   * @throws IllegalArgumentException if the id is of a type that no {@code _id} is of
   */
  public DocumentRef {
    switch (id.type()) {
      case "array", "regex", "undefined" ->
          throw new IllegalArgumentException(
              collection + ": an _id is not of type " + id.type() + ": " + id);
      default -> {
        // may be an id
      }
    }
  }

  /**
   * By collection, then by the id's type, then by its text: the one order in which documents are
   * waited for, so that no two transactions wait for each other.
   */
  @Override
  public int compareTo(DocumentRef other) {
    int order = collection.compareTo(other.collection);
    if (order == 0) {
      order = id.type().compareTo(other.id.type());
    }
    return order == 0 ? id.toString().compareTo(other.id.toString()) : order;
  }

  @Override
  public String toString() {
    return collection + " " + id;
  }
}
