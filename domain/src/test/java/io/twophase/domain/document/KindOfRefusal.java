package io.twophase.domain.document;

/** The class of each kind of refusal, by its case. */
final class KindOfRefusal implements DocumentRefusal.Cases<Class<?>> {

  @Override
  public Class<?> noSuchDocument(DocumentRefusal.NoSuchDocument refusal) {
    return DocumentRefusal.NoSuchDocument.class;
  }

  @Override
  public Class<?> documentExists(DocumentRefusal.DocumentExists refusal) {
    return DocumentRefusal.DocumentExists.class;
  }

  @Override
  public Class<?> guardFailed(DocumentRefusal.GuardFailed refusal) {
    return DocumentRefusal.GuardFailed.class;
  }

  @Override
  public Class<?> changeImpossible(DocumentRefusal.ChangeImpossible refusal) {
    return DocumentRefusal.ChangeImpossible.class;
  }

  @Override
  public Class<?> documentTooLarge(DocumentRefusal.DocumentTooLarge refusal) {
    return DocumentRefusal.DocumentTooLarge.class;
  }

  @Override
  public Class<?> boundReached(DocumentRefusal.BoundReached refusal) {
    return DocumentRefusal.BoundReached.class;
  }

  @Override
  public Class<?> notAddable(DocumentRefusal.NotAddable refusal) {
    return DocumentRefusal.NotAddable.class;
  }

  @Override
  public Class<?> documentCorrupt(DocumentRefusal.DocumentCorrupt refusal) {
    return DocumentRefusal.DocumentCorrupt.class;
  }

  @Override
  public Class<?> valueTaken(DocumentRefusal.ValueTaken refusal) {
    return DocumentRefusal.ValueTaken.class;
  }

  @Override
  public Class<?> unsafeCollection(DocumentRefusal.UnsafeCollection refusal) {
    return DocumentRefusal.UnsafeCollection.class;
  }

  @Override
  public Class<?> documentBusy(DocumentRefusal.DocumentBusy refusal) {
    return DocumentRefusal.DocumentBusy.class;
  }

  @Override
  public Class<?> foreignDocumentHold(DocumentRefusal.ForeignDocumentHold refusal) {
    return DocumentRefusal.ForeignDocumentHold.class;
  }
}
