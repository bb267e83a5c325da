package io.twophase.domain.operation;

import io.twophase.domain.Given;
import io.twophase.domain.document.Changes;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.document.Guard;
import java.util.List;
import java.util.Objects;

/**
 * Changes fields of a document. It is refused if there is no such document, or a guard does not
 * hold.
 *
 * @param document which
 * @param guards what it must be like; none if it only has to be there
 * @param changes what changes
 */
public record ChangeDocument(DocumentRef document, List<Guard> guards, Changes changes)
    implements DocumentOperation {

  /** Its name in records and messages. */
  public static final String KIND = "change";

  /** The guards all have to hold. */
  public ChangeDocument {
    Objects.requireNonNull(document, "document");
    guards = Given.list(guards, "guards");
  }

  @Override
  public <T> T fold(Cases<T> cases) {
    return cases.change(this);
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
