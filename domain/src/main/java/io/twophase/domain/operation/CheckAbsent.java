package io.twophase.domain.operation;

import io.twophase.domain.document.DocumentRef;
import java.util.Objects;

/**
 * Checks that there is no such document, and that there is none until the transaction is decided.
 *
 * @param document which there is not
 */
public record CheckAbsent(DocumentRef document) implements DocumentOperation {

  /** Its name in records and messages. */
  public static final String KIND = "absent";

  /** The document is named. */
  public CheckAbsent {
    Objects.requireNonNull(document, "document");
  }

  @Override
  public <T> T fold(Cases<T> cases) {
    return cases.absent(this);
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
