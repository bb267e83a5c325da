package io.twophase.domain.reading;

import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.operation.HoldMode;
import io.twophase.domain.outcome.DocumentLookup;
import io.twophase.domain.participant.DocumentHold;
import io.twophase.domain.participant.Home;
import io.twophase.domain.participant.Participant;
import io.vavr.collection.HashMap;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Function;

/**
 * Documents as they were read once.
 *
 * @param documents no name twice
 * @param lookups one for each, in their order
 */
record Look(List<DocumentRef> documents, List<DocumentLookup> lookups) {

  /**
   * @throws IllegalArgumentException if there is not one lookup for each document: a fault of
   *     whoever read them
   */
  Look {
    if (documents.size() != lookups.size()) {
      throw new IllegalArgumentException(lookups.size() + " lookups of " + documents.size());
    }
    lookups = List.copyOf(lookups);
  }

  /** Why there is no answer, whatever is read next. */
  Option<ReadAnswer> obstacle(Home home) {
    List<DocumentRef> absent = absent();
    return first(lookup -> obstacle(lookup, home))
        .orElse(() -> Option.when(absent.size() > 1, () -> new ReadAnswer.CannotTell(absent)));
  }

  private static Option<ReadAnswer> obstacle(DocumentLookup lookup, Home home) {
    return lookup.fold(
        found -> heldElsewhere(found.document(), home),
        absent -> Option.none(),
        fault -> Option.some(new ReadAnswer.Unreadable(fault.document(), fault.fault())));
  }

  private static Option<ReadAnswer> heldElsewhere(Participant document, Home home) {
    return Option.ofOptional(
            Holders.deciding(document).stream()
                .filter(hold -> !hold.home().equals(home))
                .findFirst())
        .map(hold -> new ReadAnswer.HeldElsewhere(document.ref(), hold.transaction(), hold.home()));
  }

  /** The documents that are not there, nor kept for a transaction by a placeholder. */
  List<DocumentRef> absent() {
    return where(Look::isAbsent);
  }

  /** The documents that are there, placeholders among them. */
  List<DocumentRef> present() {
    return where(lookup -> !isAbsent(lookup));
  }

  private List<DocumentRef> where(Function<DocumentLookup, Boolean> test) {
    List<DocumentRef> those = new ArrayList<>();
    for (int at = 0; at < documents.size(); at++) {
      if (test.apply(lookups.get(at))) {
        those.add(documents.get(at));
      }
    }
    return those;
  }

  private static boolean isAbsent(DocumentLookup lookup) {
    return lookup.fold(found -> false, absent -> true, unreadable -> false);
  }

  /** The transactions whose records say what the documents are as decided. */
  List<TransactionId> holders() {
    return lookups.stream()
        .flatMap(lookup -> holds(lookup).stream())
        .map(DocumentHold::transaction)
        .distinct()
        .toList();
  }

  /** A document that the transaction holds. */
  DocumentRef heldBy(TransactionId transaction) {
    return where(
            lookup ->
                holds(lookup).stream().anyMatch(hold -> hold.transaction().equals(transaction)))
        .get(0);
  }

  /**
   * Whether this look and the records read after it are of one moment by themselves: of one
   * document, which can change by one transaction at most between the two.
   */
  boolean isEnough() {
    return lookups.size() == 1 && isEnough(holds(lookups.get(0)));
  }

  private static boolean isEnough(List<DocumentHold> holds) {
    return holds.isEmpty() || holds.get(0).mode() == HoldMode.EXCLUSIVE;
  }

  /** The same look with newer lookups of the documents that are there, in their order. */
  Look withPresent(List<DocumentLookup> again) {
    Iterator<DocumentLookup> present = new Look(present(), again).lookups.iterator();
    return new Look(
        documents,
        lookups.stream().map(lookup -> isAbsent(lookup) ? lookup : present.next()).toList());
  }

  /** Whether nothing that matters has happened to the documents between the two looks. */
  boolean isSameAs(Look other) {
    return traces().equals(other.traces());
  }

  private List<DocumentLookup> traces() {
    return lookups.stream().map(Look::trace).toList();
  }

  /**
   * What must be the same when a document is read again: which transaction changed it last, and the
   * holds that matter. The fields too, for outsiders change them without a trace.
   */
  private static DocumentLookup trace(DocumentLookup lookup) {
    return lookup.fold(
        found -> new DocumentLookup.Found(trace(found.document())),
        absent -> absent,
        unreadable -> unreadable);
  }

  private static Participant trace(Participant document) {
    return new Participant(
        document.ref(),
        document.fields(),
        document.placeholder(),
        document.lastTransaction(),
        Holders.deciding(document),
        HashMap.empty());
  }

  /** The documents as decided by those records. */
  List<DecidedDocument> decided(HolderRecords records) {
    List<DecidedDocument> decided = new ArrayList<>();
    for (int at = 0; at < documents.size(); at++) {
      decided.add(
          new DecidedDocument(
              documents.get(at),
              lookups
                  .get(at)
                  .fold(
                      found -> AsDecided.by(found.document(), records::of),
                      absent -> Option.none(),
                      unreadable -> Option.none())));
    }
    return decided;
  }

  private static List<DocumentHold> holds(DocumentLookup lookup) {
    return lookup.fold(
        found -> Holders.deciding(found.document()), absent -> List.of(), unreadable -> List.of());
  }

  private <T> Option<T> first(Function<DocumentLookup, Option<T>> question) {
    for (DocumentLookup lookup : lookups) {
      Option<T> answer = question.apply(lookup);
      if (answer.isDefined()) {
        return answer;
      }
    }
    return Option.none();
  }
}
