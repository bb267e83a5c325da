package io.twophase.domain.reading;

import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.hold.Document;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Hold.Home;
import io.twophase.domain.hold.Stored;
import io.twophase.domain.hold.Stored.Sight;
import io.twophase.domain.operation.DocumentOperation.HoldMode;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Documents as they were read once, with all that must be the same when they are read again: which
 * transaction changed a document last, the holds that may change it, and the fields too, since
 * outsiders change them without a trace. The holds of checks change nothing, and are left out; so
 * are the ranges of an account, whose figures nobody reads as a document.
 *
 * @param documents no name twice
 * @param sights one for each, in their order
 */
record Look(List<DocumentRef> documents, List<Sight> sights) {

  /**
   * @throws IllegalArgumentException if there is not one sight for each document: a fault of the
   *     reader
   */
  Look {
    if (documents.size() != sights.size()) {
      throw new IllegalArgumentException(sights.size() + " sights of " + documents.size());
    }
    List<Sight> traces = new ArrayList<>(sights.size());
    for (int at = 0; at < sights.size(); at++) {
      DocumentRef ref = documents.get(at);
      Sight seen = sights.get(at);
      traces.add(seen.stored().map(stored -> Sight.found(trace(ref, stored))).orElse(seen));
    }
    sights = List.copyOf(traces);
  }

  private static Document trace(DocumentRef ref, Stored stored) {
    return stored.fold(
        account -> Document.of(ref, account.fields()),
        document ->
            new Document(
                ref,
                document.fields(),
                document.placeholder(),
                document.lastTransaction(),
                document.holds().stream().filter(hold -> hold.mode() != HoldMode.SHARED).toList(),
                Map.of()));
  }

  /** The document in that place, if it is there. */
  Optional<Document> document(int at) {
    return sights.get(at).stored().flatMap(Stored::document);
  }

  /** The first reason that there is no answer, whatever is read next. */
  Optional<ReadAnswer> obstacle(Home home) {
    for (int at = 0; at < documents.size(); at++) {
      DocumentRef ref = documents.get(at);
      Optional<Document> document = document(at);
      Optional<ReadAnswer> obstacle =
          sights
              .get(at)
              .fault()
              .<ReadAnswer>map(fault -> new ReadAnswer.Unreadable(ref, fault))
              .or(() -> document.flatMap(there -> heldElsewhere(there, home)));
      if (obstacle.isPresent()) {
        return obstacle;
      }
    }
    List<DocumentRef> absent = absent();
    return absent.size() > 1 ? Optional.of(new ReadAnswer.CannotTell(absent)) : Optional.empty();
  }

  private static Optional<ReadAnswer> heldElsewhere(Document document, Home home) {
    return document.holds().stream()
        .filter(hold -> !hold.home().equals(home))
        .findFirst()
        .map(hold -> new ReadAnswer.HeldElsewhere(document.ref(), hold.transaction(), hold.home()));
  }

  /** The documents that are not there, nor kept for a transaction by a placeholder. */
  List<DocumentRef> absent() {
    return where(sight -> sight.kind() == Sight.Kind.ABSENT);
  }

  /** The documents that are there, placeholders among them. */
  List<DocumentRef> present() {
    return where(sight -> sight.kind() != Sight.Kind.ABSENT);
  }

  private List<DocumentRef> where(Predicate<Sight> test) {
    List<DocumentRef> those = new ArrayList<>();
    for (int at = 0; at < documents.size(); at++) {
      if (test.test(sights.get(at))) {
        those.add(documents.get(at));
      }
    }
    return those;
  }

  /** The holds whose records say what the documents are as decided. */
  List<Hold> holds() {
    return sights.stream()
        .flatMap(sight -> sight.stored().stream())
        .flatMap(stored -> stored.holds().stream())
        .toList();
  }

  /** A document that has the hold. */
  DocumentRef heldBy(Hold hold) {
    return where(
            sight -> sight.stored().filter(stored -> stored.holds().contains(hold)).isPresent())
        .get(0);
  }

  /**
   * Returns whether this look and the records read after it are of one moment by themselves: a
   * single document can change by one transaction at most between the two, unless ranges hold it.
   */
  boolean isEnough() {
    List<Hold> holds = holds();
    return documents.size() == 1 && (holds.isEmpty() || holds.get(0).mode() == HoldMode.EXCLUSIVE);
  }

  /** This look with newer sights of the documents that are there, in their order. */
  Look withPresent(List<Sight> again) {
    Iterator<Sight> present = new Look(present(), again).sights.iterator();
    return new Look(
        documents,
        sights.stream()
            .map(sight -> sight.kind() == Sight.Kind.ABSENT ? sight : present.next())
            .toList());
  }
}
