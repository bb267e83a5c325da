package io.twophase.app.sweep;

import io.twophase.domain.document.CollectionName;
import io.twophase.domain.outcome.DocumentLookup;
import io.twophase.domain.participant.DocumentHold;
import io.twophase.domain.participant.HeldDocument;
import io.twophase.domain.participant.Home;
import io.twophase.domain.participant.Participant;
import io.twophase.ports.DocumentRepository;
import io.twophase.ports.StoreException;
import io.twophase.ports.TransactionRepository;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** The orphans on documents, in every collection that has ever taken part. */
public final class DocumentSweep {

  private final DocumentRepository documents;
  private final Home home;
  private final TransactionRepository transactions;

  /**
   * A sweep of the documents of one store.
   *
   * @param home where the records of {@code transactions} are
   */
  public DocumentSweep(
      DocumentRepository documents, Home home, TransactionRepository transactions) {
    this.documents = documents;
    this.home = home;
    this.transactions = transactions;
  }

  void run(Consumer<Orphan> report, Consumer<LeftAlone> leftAlone) {
    for (CollectionName collection : documents.collections()) {
      Withdrawal withdrawal = new Withdrawal(documents, collection);
      release(withdrawal).of(held(collection, leftAlone), transactions, report, leftAlone);
      withdrawal.leftAlone().forEach(leftAlone);
    }
  }

  private Release<HeldDocument> release(Withdrawal withdrawal) {
    return new Release<>(
        held -> held.hold().transaction(),
        held -> held.hold().epoch(),
        proof -> true,
        withdrawal::of,
        Orphan.OnDocument::new,
        this::stillThere,
        LeftAlone.UnsettledDocument::new);
  }

  /**
   * The holds of this home. A collection that cannot be read is left alone, and the others are
   * swept all the same.
   */
  private List<HeldDocument> held(CollectionName collection, Consumer<LeftAlone> leftAlone) {
    List<HeldDocument> ours = new ArrayList<>();
    try {
      documents.scanHeld(
          collection,
          lookup ->
              lookup
                  .<Runnable>fold(
                      found -> () -> addHolds(found.document(), ours, leftAlone),
                      absent -> () -> {},
                      fault -> () -> leftAlone.accept(new LeftAlone.UnreadableDocument(fault)))
                  .run());
    } catch (StoreException | IllegalArgumentException away) {
      leftAlone.accept(
          new LeftAlone.UnreadableCollection(collection, OneCollection.fault(collection, away)));
    }
    return ours;
  }

  private List<HeldDocument> stillThere(List<HeldDocument> held) {
    List<DocumentLookup> lookups =
        documents.find(held.stream().map(HeldDocument::document).toList());
    return IntStream.range(0, held.size())
        .filter(at -> isThere(held.get(at), lookups.get(at)))
        .mapToObj(held::get)
        .toList();
  }

  private static boolean isThere(HeldDocument held, DocumentLookup lookup) {
    return lookup.fold(
        found -> found.document().holds().contains(held.hold()),
        absent -> false,
        unreadable -> false);
  }

  private void addHolds(
      Participant document, List<HeldDocument> ours, Consumer<LeftAlone> leftAlone) {
    for (DocumentHold hold : document.holds()) {
      HeldDocument held = new HeldDocument(document.ref(), hold);
      if (hold.home().equals(home)) {
        ours.add(held);
      } else {
        leftAlone.accept(new LeftAlone.OfAnotherHome(held));
      }
    }
  }
}
