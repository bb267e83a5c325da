package io.twophase.test.equality.document;

import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.operation.InsertDocument;
import io.twophase.domain.outcome.DocumentLookup;
import io.twophase.domain.participant.DocumentLeg;
import io.twophase.domain.participant.HeldDocument;
import io.twophase.ports.DocumentRepository;
import io.twophase.test.contract.document.InOrder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;

/** Makes calls on a store, and tells its answers and its state so that they can be compared. */
final class DocumentReplies {

  private final DocumentStore store;
  private final List<DocumentRef> all;

  /**
   * @param all every document that is part of the state
   */
  DocumentReplies(DocumentStore store, List<DocumentRef> all) {
    this.store = store;
    this.all = all;
  }

  /** One answer for each element; none to a host's own writes. */
  List<Object> to(DocumentCall call) {
    DocumentRepository documents = store.documents();
    List<DocumentLeg> legs = call.legs();
    return List.copyOf(
        switch (call.kind()) {
          case STORE -> stored(legs);
          case HOLD -> documents.hold(legs);
          case STAMP -> documents.stamp(legs);
          case SETTLE -> documents.settle(legs);
          case RELEASE -> documents.release(legs.stream().map(HeldDocument::of).toList());
          case WITHDRAW -> documents.withdraw(legs.stream().map(HeldDocument::of).toList());
          case FIND -> comparable(documents.find(call.documents()));
          case FIND_LATEST ->
              comparable(call.documents().stream().map(documents::findLatest).toList());
        });
  }

  private List<Object> stored(List<DocumentLeg> legs) {
    for (DocumentLeg leg : legs) {
      store.host().accept(leg.document(), ((InsertDocument) leg.operation()).fields());
    }
    return List.of();
  }

  /**
   * All documents; the collections that take part; in each, the documents with holds, and those
   * with any mark.
   */
  List<Object> state() {
    List<Object> state = new ArrayList<>(comparable(store.documents().find(all)));
    state.add(store.documents().collections());
    for (CollectionName collection : collections()) {
      state.add(collection);
      state.add(scanned(seen -> store.documents().scanHeld(collection, seen)));
      state.add(scanned(seen -> store.documents().scanMarked(collection, seen)));
    }
    return state;
  }

  private static List<Object> scanned(Consumer<Consumer<DocumentLookup>> scan) {
    List<DocumentLookup> seen = new ArrayList<>();
    scan.accept(seen::add);
    seen.sort(Comparator.comparing(DocumentReplies::name));
    return comparable(seen);
  }

  private List<CollectionName> collections() {
    return all.stream().map(DocumentRef::collection).distinct().sorted().toList();
  }

  private static DocumentRef name(DocumentLookup lookup) {
    return lookup.fold(
        found -> found.document().ref(),
        absent -> absent.document(),
        unreadable -> unreadable.document());
  }

  /** The order of fields is left to the store; an id is of the type that it was stored as. */
  private static List<Object> comparable(List<DocumentLookup> lookups) {
    return lookups.stream()
        .map(
            lookup ->
                lookup.<Object>fold(
                    found ->
                        List.of(
                            found.document().ref().id().exactText(), InOrder.of(found.document())),
                    absent -> absent,
                    unreadable -> unreadable))
        .toList();
  }
}
