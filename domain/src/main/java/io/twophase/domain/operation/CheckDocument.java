package io.twophase.domain.operation;

import io.twophase.domain.Given;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.document.Guard;
import java.util.List;
import java.util.Objects;

/**
 * Checks that a document is there and as said, and that it stays so until the transaction is
 * decided. It changes nothing. Other transactions may check the same document meanwhile.
 *
 * @param document which
 * @param guards what it must be like; none if it only has to be there
 */
public record CheckDocument(DocumentRef document, List<Guard> guards) implements DocumentOperation {

  /** Its name in records and messages. */
  public static final String KIND = "check";

  /** The guards all have to hold. */
  public CheckDocument {
    Objects.requireNonNull(document, "document");
    guards = Given.list(guards, "guards");
  }

  @Override
  public <T> T fold(Cases<T> cases) {
    return cases.check(this);
  }

  @Override
  public HoldMode mode() {
    return HoldMode.SHARED;
  }

  @Override
  public String kind() {
    return KIND;
  }
}
