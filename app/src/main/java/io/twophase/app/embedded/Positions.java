package io.twophase.app.embedded;

import de.bwaldvogel.mongo.bson.Document;

/** The places in arrays that an update means: those that the query has matched. */
final class Positions {

  private Positions() {}

  /** Whether the update has a path with a {@code $} in it. */
  static boolean areMeantBy(Document update) {
    for (Object change : update.values()) {
      if (change instanceof Document fields
          && fields.keySet().stream().anyMatch(path -> path.contains(".$"))) {
        return true;
      }
    }
    return false;
  }
}
