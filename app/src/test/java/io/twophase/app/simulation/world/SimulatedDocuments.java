package io.twophase.app.simulation.world;

import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.outcome.DocumentHoldOutcome;
import io.twophase.domain.outcome.DocumentLookup;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.participant.DocumentHold;
import io.twophase.domain.participant.DocumentLeg;
import io.twophase.domain.participant.HeldDocument;
import io.twophase.ports.DocumentRepository;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/** The documents as one process reaches them. */
final class SimulatedDocuments implements DocumentRepository {

  private final DocumentRepository store;
  private final World world;
  private final Wire wire;

  SimulatedDocuments(World world, Wire wire) {
    this.store = world.documents();
    this.world = world;
    this.wire = wire;
  }

  @Override
  public List<DocumentLookup> find(List<DocumentRef> documents) {
    return wire.read("find documents", () -> store.find(documents));
  }

  @Override
  public DocumentLookup findLatest(DocumentRef document) {
    return wire.read("find the latest document", () -> store.findLatest(document));
  }

  @Override
  public void scanHeld(CollectionName collection, Consumer<DocumentLookup> consumer) {
    scan("scan held documents", all -> store.scanHeld(collection, all), consumer);
  }

  @Override
  public void scanMarked(CollectionName collection, Consumer<DocumentLookup> consumer) {
    scan("scan marked documents", all -> store.scanMarked(collection, all), consumer);
  }

  private void scan(
      String name, Consumer<Consumer<DocumentLookup>> scan, Consumer<DocumentLookup> consumer) {
    List<DocumentLookup> all = new ArrayList<>();
    wire.read(
        name,
        () -> {
          scan.accept(all::add);
          return all;
        });
    all.forEach(consumer);
  }

  @Override
  public List<CollectionName> collections() {
    return wire.read("collections", store::collections);
  }

  /** By rule 4, no hold and no stamp may arrive twice. */
  @Override
  public List<DocumentHoldOutcome> hold(List<DocumentLeg> legs) {
    Writing<DocumentLeg, DocumentHoldOutcome> writing =
        new Writing<>(
            "hold documents",
            store::hold,
            DocumentHoldOutcome.inDoubt(),
            leg -> world.auditor().periods().observe(leg.document()),
            (leg, exact) -> isHeldAsAsked(leg) ? DocumentHoldOutcome.held() : exact,
            false);
    return wire.write(writing, legs);
  }

  @Override
  public List<MatchOutcome> stamp(List<DocumentLeg> legs) {
    return wire.write(
        match(
            "stamp documents",
            store::stamp,
            DocumentLeg::document,
            (leg, exact) -> isHeldAsAsked(leg) ? MatchOutcome.MATCHED : exact,
            false),
        legs);
  }

  @Override
  public List<MatchOutcome> settle(List<DocumentLeg> legs) {
    return end("settle documents", store::settle, DocumentLeg::document, legs);
  }

  @Override
  public List<MatchOutcome> release(List<HeldDocument> held) {
    return end("release documents", store::release, HeldDocument::document, held);
  }

  @Override
  public List<MatchOutcome> withdraw(List<HeldDocument> held) {
    return end("withdraw documents", store::withdraw, HeldDocument::document, held);
  }

  private <E> List<MatchOutcome> end(
      String name,
      Function<List<E>, List<MatchOutcome>> effect,
      Function<E, DocumentRef> document,
      List<E> elements) {
    return wire.write(
        match(name, effect, document, (element, exact) -> MatchOutcome.MATCHED, true), elements);
  }

  private <E> Writing<E, MatchOutcome> match(
      String name,
      Function<List<E>, List<MatchOutcome>> effect,
      Function<E, DocumentRef> document,
      Writing.Vague<E, MatchOutcome> vague,
      boolean mayBeRepeated) {
    return new Writing<>(
        name,
        effect,
        MatchOutcome.IN_DOUBT,
        element -> world.auditor().periods().observe(document.apply(element)),
        vague,
        mayBeRepeated);
  }

  private boolean isHeldAsAsked(DocumentLeg leg) {
    return store.find(List.of(leg.document())).get(0) instanceof DocumentLookup.Found found
        && found.document().holds().contains(DocumentHold.of(leg));
  }
}
