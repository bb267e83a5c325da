package io.twophase.app.audit;

import io.twophase.domain.digest.OperationDigest;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.operation.HoldMode;
import io.twophase.domain.operation.OperationsByDocument;
import io.twophase.domain.outcome.DocumentLookup;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.participant.DocumentHold;
import io.twophase.domain.participant.Home;
import io.twophase.domain.participant.Participant;
import io.twophase.domain.transaction.Receipt;
import io.twophase.domain.transaction.Transaction;
import io.twophase.ports.TransactionRepository;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Checks the documents of hosts against the records. Holds of other homes count where they keep
 * others out, and for the bounds; their records are the business of an audit there.
 */
final class DocumentBooks {

  private final Home home;
  private final Records records;
  private final List<Finding> findings = new ArrayList<>();
  private final List<Stray> strays = new ArrayList<>();
  private final Map<TransactionId, OperationsByDocument> operations = new HashMap<>();

  private record Stray(Participant document, DocumentHold hold) {}

  DocumentBooks(Home home, Records records) {
    this.home = home;
    this.records = records;
  }

  void add(DocumentLookup lookup) {
    lookup
        .<Runnable>fold(
            found -> () -> add(found.document()),
            absent -> () -> {},
            unreadable ->
                () ->
                    findings.add(
                        new Finding(
                            Finding.Kind.DOCUMENT_UNREADABLE,
                            unreadable.document().toString(),
                            unreadable.fault())))
        .run();
  }

  void addUnreadable(CollectionName collection, String fault) {
    findings.add(new Finding(Finding.Kind.COLLECTION_UNREADABLE, collection.toString(), fault));
  }

  private void add(Participant document) {
    if (document.placeholder() && document.holds().isEmpty()) {
      report(Finding.Kind.PLACEHOLDER_WITHOUT_HOLD, document, "nothing holds it");
    }
    for (DocumentHold hold : document.holds()) {
      if (hold.home().equals(home)) {
        addOwn(document, hold);
      }
      hold.escrowField()
          .filter(field -> !document.escrow().containsKey(field))
          .forEach(
              field ->
                  report(
                      Finding.Kind.HOLD_DIFFERS,
                      document,
                      held(hold) + " on a field without bounds"));
    }
    reportConflicts(document);
    findings.addAll(Bounds.findings(document));
  }

  private void addOwn(Participant document, DocumentHold hold) {
    Transaction record = records.unfinished().get(hold.transaction());
    if (record == null) {
      strays.add(new Stray(document, hold));
    } else if (!isAsked(record, document, hold)) {
      report(Finding.Kind.HOLD_DIFFERS, document, held(hold) + ", which does not ask for it");
    } else if (record.epoch().olderThan(hold.epoch())) {
      report(
          Finding.Kind.HOLD_DIFFERS,
          document,
          held(hold) + " at epoch " + hold.epoch() + ", its record is at " + record.epoch());
    }
  }

  private boolean isAsked(Transaction record, Participant document, DocumentHold hold) {
    return operations
        .computeIfAbsent(record.id(), id -> OperationsByDocument.of(record.body().operations()))
        .on(document.ref())
        .exists(
            operation ->
                operation.mode() == hold.mode()
                    && OperationDigest.of(operation).equals(hold.operation()));
  }

  /** Additions never keep each other out, and there may be many of them. */
  private void reportConflicts(Participant document) {
    List<DocumentHold> holds = document.holds();
    for (int at = 0; at < holds.size(); at++) {
      for (int before = 0; before < at; before++) {
        DocumentHold one = holds.get(before);
        DocumentHold other = holds.get(at);
        boolean add = one.mode() == HoldMode.ESCROW && other.mode() == HoldMode.ESCROW;
        if (one.isOfSameTransaction(other) || (!add && one.excludes(other))) {
          report(
              Finding.Kind.HOLDS_CONFLICT,
              document,
              held(one) + ", beside which there can be no " + words(other));
        }
      }
    }
  }

  /** Those whose record was not among the unfinished: it is finished, missing or unreadable. */
  List<Finding> close(TransactionRepository transactions) {
    for (Stray stray : strays) {
      TransactionLookup lookup = transactions.find(List.of(stray.hold().transaction())).get(0);
      lookup
          .<Runnable>fold(
              found -> () -> reportFinished(stray, found.record()),
              absent ->
                  () ->
                      report(
                          Finding.Kind.HOLD_WITHOUT_RECORD,
                          stray.document(),
                          held(stray.hold()) + ", no record"),
              unreadable -> () -> {},
              removed -> () -> reportRemoved(stray, removed.receipt()))
          .run();
    }
    return findings;
  }

  private void reportFinished(Stray stray, Transaction record) {
    if (record.state().isFinal()) {
      findings.add(
          FindingText.ofFinished(
              record, stray.hold().epoch(), stray.document().ref().toString(), held(stray.hold())));
    }
  }

  private void reportRemoved(Stray stray, Receipt receipt) {
    findings.add(
        FindingText.ofRemoved(
            receipt, stray.hold().epoch(), stray.document().ref().toString(), held(stray.hold())));
  }

  private static String held(DocumentHold hold) {
    return "has the " + words(hold);
  }

  private static String words(DocumentHold hold) {
    return FindingText.lower(hold.mode()) + " hold for " + hold.transaction();
  }

  private void report(Finding.Kind kind, Participant document, String detail) {
    findings.add(new Finding(kind, document.ref().toString(), detail));
  }
}
