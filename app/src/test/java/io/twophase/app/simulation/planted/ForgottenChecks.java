package io.twophase.app.simulation.planted;

import io.twophase.domain.operation.CheckDocument;
import io.twophase.domain.outcome.DocumentHoldOutcome;
import io.twophase.domain.participant.DocumentLeg;
import io.twophase.domain.participant.HeldDocument;
import io.twophase.ports.DocumentRepository;
import io.twophase.test.forwarding.ForwardingDocuments;
import java.util.List;

/**
 * A planted fault: a document is checked, and not held: so nothing waits for who has checked it.
 */
public final class ForgottenChecks extends ForwardingDocuments {

  public ForgottenChecks(DocumentRepository sound) {
    super(sound);
  }

  @Override
  public List<DocumentHoldOutcome> hold(List<DocumentLeg> legs) {
    return legs.stream().map(this::hold).toList();
  }

  private DocumentHoldOutcome hold(DocumentLeg leg) {
    DocumentHoldOutcome outcome = super.hold(List.of(leg)).get(0);
    if (outcome.isHeld() && leg.operation() instanceof CheckDocument) {
      var unused = withdraw(List.of(HeldDocument.of(leg)));
    }
    return outcome;
  }
}
