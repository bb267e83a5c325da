package io.twophase.domain.operation;

import io.twophase.domain.Given;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.document.Guard;
import java.util.List;
import java.util.Objects;

/**
 * Removes a document. It is refused if there is no such document, or a guard does not hold.
 *
 * @param document which
 * @param guards what it must be like; none if it only has to be there
 */
public record RemoveDocument(DocumentRef document, List<Guard> guards)
    implements DocumentOperation {

  /** Its name in records and messages. */
  public static final String KIND = "remove";

  /** The guards all have to hold. */
  public RemoveDocument {
    Objects.requireNonNull(document, "document");
    guards = Given.list(guards, "guards");
  }

  @Override
  public <T> T fold(Cases<T> cases) {
    return cases.remove(this);
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
