package io.twophase.app.simulation.planted;

import io.twophase.domain.operation.ChangeDocument;
import io.twophase.domain.operation.HoldMode;
import io.twophase.domain.outcome.DocumentHoldOutcome;
import io.twophase.domain.outcome.DocumentLookup;
import io.twophase.domain.participant.DocumentLeg;
import io.twophase.domain.participant.HeldDocument;
import io.twophase.ports.DocumentRepository;
import io.twophase.test.forwarding.ForwardingDocuments;
import java.util.List;

/** A planted fault: who changes a document does not wait for those who have checked it. */
public final class HastyClosing extends ForwardingDocuments {

  public HastyClosing(DocumentRepository sound) {
    super(sound);
  }

  @Override
  public List<DocumentHoldOutcome> hold(List<DocumentLeg> legs) {
    legs.stream().filter(leg -> leg.operation() instanceof ChangeDocument).forEach(this::makeWay);
    return super.hold(legs);
  }

  private void makeWay(DocumentLeg leg) {
    if (find(List.of(leg.document())).get(0) instanceof DocumentLookup.Found found) {
      var unused =
          withdraw(
              found.document().holds().stream()
                  .filter(hold -> hold.mode() == HoldMode.SHARED)
                  .map(hold -> new HeldDocument(leg.document(), hold))
                  .toList());
    }
  }
}
