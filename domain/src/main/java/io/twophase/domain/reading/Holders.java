package io.twophase.domain.reading;

import io.twophase.domain.operation.HoldMode;
import io.twophase.domain.participant.DocumentHold;
import io.twophase.domain.participant.Participant;
import java.util.List;

/** Which holds of a document matter to a reader: all but those of checks, which change nothing. */
final class Holders {

  private Holders() {}

  static List<DocumentHold> deciding(Participant document) {
    return document.holds().stream().filter(hold -> hold.mode() != HoldMode.SHARED).toList();
  }
}
