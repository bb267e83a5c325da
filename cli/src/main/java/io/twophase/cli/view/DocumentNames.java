package io.twophase.cli.view;

import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.value.Value;

/** Documents of hosts, as they are named to machines. */
public final class DocumentNames {

  private DocumentNames() {}

  /** The id: a text as it is, anything else in words. */
  public static String id(DocumentRef document) {
    return document.id() instanceof Value.Text text ? text.value() : document.id().words();
  }
}
