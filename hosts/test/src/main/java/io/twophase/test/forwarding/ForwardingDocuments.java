package io.twophase.test.forwarding;

import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.outcome.DocumentHoldOutcome;
import io.twophase.domain.outcome.DocumentLookup;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.participant.DocumentLeg;
import io.twophase.domain.participant.HeldDocument;
import io.twophase.ports.DocumentRepository;
import java.util.List;
import java.util.function.Consumer;

/** Documents that pass every call on, unchanged: what a fault is planted into. */
public abstract class ForwardingDocuments implements DocumentRepository {

  private final DocumentRepository sound;

  /** Passes on to {@code sound}. */
  protected ForwardingDocuments(DocumentRepository sound) {
    this.sound = sound;
  }

  @Override
  public List<DocumentLookup> find(List<DocumentRef> documents) {
    return sound.find(documents);
  }

  @Override
  public DocumentLookup findLatest(DocumentRef document) {
    return sound.findLatest(document);
  }

  @Override
  public void scanHeld(CollectionName collection, Consumer<DocumentLookup> consumer) {
    sound.scanHeld(collection, consumer);
  }

  @Override
  public void scanMarked(CollectionName collection, Consumer<DocumentLookup> consumer) {
    sound.scanMarked(collection, consumer);
  }

  @Override
  public List<CollectionName> collections() {
    return sound.collections();
  }

  @Override
  public List<DocumentHoldOutcome> hold(List<DocumentLeg> legs) {
    return sound.hold(legs);
  }

  @Override
  public List<MatchOutcome> stamp(List<DocumentLeg> legs) {
    return sound.stamp(legs);
  }

  @Override
  public List<MatchOutcome> settle(List<DocumentLeg> legs) {
    return sound.settle(legs);
  }

  @Override
  public List<MatchOutcome> release(List<HeldDocument> held) {
    return sound.release(held);
  }

  @Override
  public List<MatchOutcome> withdraw(List<HeldDocument> held) {
    return sound.withdraw(held);
  }
}
