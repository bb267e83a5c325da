package io.twophase.test.fault;

import io.twophase.domain.outcome.DocumentHoldOutcome;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.participant.DocumentLeg;
import io.twophase.domain.participant.HeldDocument;
import io.twophase.ports.DocumentRepository;
import io.twophase.test.forwarding.ForwardingDocuments;
import java.util.List;

/** Documents whose writes go wrong where {@link Faults} are planned. */
final class FaultyDocumentRepository extends ForwardingDocuments {

  private final Faults faults;

  FaultyDocumentRepository(DocumentRepository sound, Faults faults) {
    super(sound);
    this.faults = faults;
  }

  @Override
  public List<DocumentHoldOutcome> hold(List<DocumentLeg> legs) {
    return strike(WriteKind.HOLD, legs, super::hold, DocumentHoldOutcome.inDoubt());
  }

  @Override
  public List<MatchOutcome> stamp(List<DocumentLeg> legs) {
    return strike(WriteKind.STAMP, legs, super::stamp, MatchOutcome.IN_DOUBT);
  }

  @Override
  public List<MatchOutcome> settle(List<DocumentLeg> legs) {
    return strike(WriteKind.SETTLE, legs, super::settle, MatchOutcome.IN_DOUBT);
  }

  @Override
  public List<MatchOutcome> release(List<HeldDocument> held) {
    return strikeHeld(WriteKind.RELEASE, held, super::release);
  }

  @Override
  public List<MatchOutcome> withdraw(List<HeldDocument> held) {
    return strikeHeld(WriteKind.WITHDRAW, held, super::withdraw);
  }

  private <O> List<O> strike(
      WriteKind kind, List<DocumentLeg> legs, Call.Write<DocumentLeg, O> write, O inDoubt) {
    return faults.strike(kind, legs, leg -> Touch.of(kind, leg.document()), write, inDoubt);
  }

  private List<MatchOutcome> strikeHeld(
      WriteKind kind, List<HeldDocument> held, Call.Write<HeldDocument, MatchOutcome> write) {
    return faults.strike(
        kind, held, hold -> Touch.of(kind, hold.document()), write, MatchOutcome.IN_DOUBT);
  }
}
