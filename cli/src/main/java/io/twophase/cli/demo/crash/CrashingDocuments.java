package io.twophase.cli.demo.crash;

import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.operation.InsertDocument;
import io.twophase.domain.outcome.DocumentHoldOutcome;
import io.twophase.domain.outcome.DocumentLookup;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.participant.DocumentLeg;
import io.twophase.domain.participant.HeldDocument;
import io.twophase.ports.DocumentRepository;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/** Documents, as a process reaches them that may be killed after any write. */
public final class CrashingDocuments implements DocumentRepository {

  private final DocumentRepository real;
  private final ProcessLife life;

  public CrashingDocuments(DocumentRepository real, ProcessLife life) {
    this.real = real;
    this.life = life;
  }

  @Override
  public List<DocumentLookup> find(List<DocumentRef> documents) {
    return real.find(documents);
  }

  @Override
  public DocumentLookup findLatest(DocumentRef document) {
    return real.findLatest(document);
  }

  @Override
  public void scanHeld(CollectionName collection, Consumer<DocumentLookup> consumer) {
    real.scanHeld(collection, consumer);
  }

  @Override
  public void scanMarked(CollectionName collection, Consumer<DocumentLookup> consumer) {
    real.scanMarked(collection, consumer);
  }

  @Override
  public List<CollectionName> collections() {
    return real.collections();
  }

  @Override
  public List<DocumentHoldOutcome> hold(List<DocumentLeg> legs) {
    return life.oneByOne(
        legs,
        real::hold,
        leg ->
            outcome ->
                write(leg, WriteKind.HOLD_INSERT, WriteKind.HOLD_DOCUMENT, outcome.isHeld()));
  }

  @Override
  public List<MatchOutcome> stamp(List<DocumentLeg> legs) {
    return life.oneByOne(legs, real::stamp, matched(WriteKind.STAMP, WriteKind.STAMP));
  }

  @Override
  public List<MatchOutcome> settle(List<DocumentLeg> legs) {
    return life.oneByOne(
        legs, real::settle, matched(WriteKind.SETTLE_INSERT, WriteKind.SETTLE_DOCUMENT));
  }

  @Override
  public List<MatchOutcome> release(List<HeldDocument> held) {
    return life.oneByOne(held, real::release, givenBack(WriteKind.RELEASE_DOCUMENT));
  }

  @Override
  public List<MatchOutcome> withdraw(List<HeldDocument> held) {
    return life.oneByOne(held, real::withdraw, givenBack(WriteKind.WITHDRAW));
  }

  private static Function<DocumentLeg, Function<MatchOutcome, Write>> matched(
      WriteKind insert, WriteKind other) {
    return leg -> outcome -> write(leg, insert, other, outcome == MatchOutcome.MATCHED);
  }

  private static Function<HeldDocument, Function<MatchOutcome, Write>> givenBack(WriteKind kind) {
    return held ->
        outcome -> new Write(kind, held.document().toString(), outcome == MatchOutcome.MATCHED);
  }

  private static Write write(DocumentLeg leg, WriteKind insert, WriteKind other, boolean matched) {
    boolean isInsert = leg.operation().kind().equals(InsertDocument.KIND);
    return new Write(isInsert ? insert : other, leg.document().toString(), matched);
  }
}
