package io.twophase.test.equality.document;

import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.participant.DocumentLeg;
import io.twophase.test.equality.Shrinking;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A call on {@code DocumentRepository}, or a host's own writes.
 *
 * @param legs what it is asked for; only their documents, where it reads
 */
record DocumentCall(Kind kind, List<DocumentLeg> legs) {

  /** The methods of the port; and what a host does beside it. */
  enum Kind {
    /** A host stores what the legs would insert. */
    STORE,
    HOLD,
    STAMP,
    SETTLE,
    RELEASE,
    WITHDRAW,
    FIND,
    FIND_LATEST
  }

  List<DocumentRef> documents() {
    return legs.stream().map(DocumentLeg::document).toList();
  }

  /** The same of fewer legs: each of these lacks one; none where there is but one. */
  Stream<DocumentCall> smaller() {
    return Shrinking.withoutOne(legs).map(fewer -> new DocumentCall(kind, fewer));
  }

  @Override
  public String toString() {
    return kind
        + legs.stream()
            .map(
                leg ->
                    "\n    %s:%s@%s %s"
                        .formatted(leg.home(), leg.transaction(), leg.epoch(), leg.operation()))
            .collect(Collectors.joining());
  }
}
