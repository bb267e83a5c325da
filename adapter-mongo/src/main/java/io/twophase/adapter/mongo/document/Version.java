package io.twophase.adapter.mongo.document;

/** Who has written a document: this software, or the tutorial, whose documents have no version. */
enum Version {
  TUTORIAL,
  CURRENT;

  static Version of(Fields document) {
    if (!document.has(Field.VERSION)) {
      return TUTORIAL;
    }
    long version = document.whole(Field.VERSION);
    if (version > Field.CURRENT_VERSION) {
      throw document.fault(
          Field.VERSION,
          "is "
              + version
              + ": written by a newer version; this one reads up to "
              + Field.CURRENT_VERSION);
    }
    if (version != Field.CURRENT_VERSION) {
      throw document.fault(Field.VERSION, "is " + version + ", which no version has written");
    }
    return CURRENT;
  }
}
