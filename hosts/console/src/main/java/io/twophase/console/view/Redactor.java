package io.twophase.console.view;

import io.twophase.domain.document.DocumentRef;

/** Hides values of documents from whoever looks at the console. Thread-safe. */
@FunctionalInterface
public interface Redactor {

  /** Hides nothing. */
  Redactor NONE = (document, path) -> false;

  /**
   * Whether the console shows {@code ***} in the place of a value.
   *
   * @param document the one that has the value
   * @param path of the field, its names apart by dots; elements of an array have the array's path
   */
  boolean hides(DocumentRef document, String path);
}
