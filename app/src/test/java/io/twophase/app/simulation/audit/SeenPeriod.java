package io.twophase.app.simulation.audit;

import io.twophase.domain.hold.Document;
import io.twophase.domain.value.Fields;
import io.twophase.domain.value.Value;
import java.util.Optional;

/**
 * What the document of a period says.
 *
 * @param isOpen whether it takes postings
 * @param isClosed whether all that were begun are decided
 * @param reason what was said last
 */
record SeenPeriod(boolean isOpen, boolean isClosed, String reason) {

  private static final Value YES = new Value.Bool(true);

  /** What is there; none of a placeholder. */
  static Optional<SeenPeriod> of(Document document) {
    Fields fields = document.fields();
    return !document.placeholder()
        ? Optional.of(
            new SeenPeriod(
                fields.get("open").equals(Optional.of(YES)),
                fields.get("closed").equals(Optional.of(YES)),
                fields
                    .get("reason")
                    .map(reason -> reason instanceof Value.Text text ? text.value() : "")
                    .orElse("")))
        : Optional.empty();
  }

  /** In a word. */
  String state() {
    if (isOpen) {
      return "open";
    }
    return isClosed ? "closed" : "being closed";
  }
}
