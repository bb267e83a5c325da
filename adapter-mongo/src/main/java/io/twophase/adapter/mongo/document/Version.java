package io.twophase.adapter.mongo.document;

import java.util.Arrays;

/** The form of a document: the tutorial's, which has no version, or one of this software's. */
public enum Version {
  /** What the tutorial has made. */
  TUTORIAL(0),
  /** Accounts, owners, and records that move money of one currency. */
  FIRST(1),
  /** Records of any operations. */
  SECOND(2),
  /** Authorizations: as those of another form, they would be settled too early, or in full. */
  THIRD(3);

  private final int number;

  Version(int number) {
    this.number = number;
  }

  /** What a document of this form has in {@link Field#VERSION}. */
  public int number() {
    return number;
  }

  /** The form of a document, which is no later one than {@code latest}. */
  public static Version of(Fields document, Version latest) {
    if (!document.has(Field.VERSION)) {
      return TUTORIAL;
    }
    long version = document.whole(Field.VERSION);
    if (version > latest.number()) {
      throw document.fault(
          Field.VERSION,
          "is "
              + version
              + ": written by a newer version; this one reads up to "
              + latest.number());
    }
    if (version < FIRST.number()) {
      throw document.fault(Field.VERSION, "is " + version + ", which no version has written");
    }
    return Arrays.stream(values()).filter(one -> one.number == version).findFirst().orElseThrow();
  }
}
