package io.twophase.app.simulation.audit;

import io.twophase.domain.hold.Document;
import io.twophase.domain.value.Fields;
import io.twophase.domain.value.Value;
import io.vavr.control.Option;

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
  static Option<SeenPeriod> of(Document document) {
    Fields fields = document.fields();
    return Option.when(
        !document.placeholder(),
        () ->
            new SeenPeriod(
                fields.get("open").contains(YES),
                fields.get("closed").contains(YES),
                fields
                    .get("reason")
                    .map(reason -> reason instanceof Value.Text text ? text.value() : "")
                    .getOrElse("")));
  }

  /** In a word. */
  String state() {
    if (isOpen) {
      return "open";
    }
    return isClosed ? "closed" : "being closed";
  }
}
