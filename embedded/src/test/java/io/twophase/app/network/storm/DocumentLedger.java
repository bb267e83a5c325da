package io.twophase.app.network.storm;

import io.twophase.domain.TransactionId;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.hold.Document;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.hold.Stored;
import io.twophase.domain.hold.Stored.Sight;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.twophase.domain.value.Fields;
import io.twophase.domain.value.Value;
import io.twophase.ports.Store;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What the documents are in the end that the records do not say, if anything. */
final class DocumentLedger {

  private final List<String> faults = new ArrayList<>();
  private final DocumentPlaces places;
  private final Map<TransactionId, Transaction> records;

  DocumentLedger(DocumentPlaces places, Map<TransactionId, Transaction> records) {
    this.places = places;
    this.records = records;
  }

  /** Compares, at rest: each line says what is wrong. */
  List<String> faults(Store store, ReadHistory readings) {
    stocks(store);
    Versions versions = versions(store);
    slots(store, versions);
    doctors(store);
    order(versions, readings);
    return faults;
  }

  private List<Transaction> done() {
    return records.values().stream().filter(record -> record.state() == State.DONE).toList();
  }

  private void stocks(Store store) {
    for (DocumentRef stock : places.stocks()) {
      long expected =
          DocumentRequests.STOCK
              + done().stream()
                  .flatMap(record -> record.operations().stream())
                  .mapToLong(operation -> ReadJudge.added(operation, stock))
                  .sum();
      long left = whole(fields(store, stock).orElseThrow(), "left");
      if (left != expected || left < DocumentRequests.FLOOR || left > DocumentRequests.CEILING) {
        faults.add(stock + " has " + left + ", by the records " + expected);
      }
    }
  }

  /** The signed documents, each of which has every decided change once. */
  private Versions versions(Store store) {
    Versions versions = new Versions();
    for (DocumentRef signed : places.signed()) {
      Optional<Fields> fields = fields(store, signed);
      List<String> ids = fields.map(Versions::ids).orElse(List.of());
      Set<String> expected = changedBy(signed);
      if (!new HashSet<>(ids).equals(expected) || ids.size() != expected.size()) {
        faults.add(signed + " has " + fields + ", by the records " + expected);
      } else {
        versions.put(signed, ids.stream().map(id -> records.get(new TransactionId(id))).toList());
        versions.versionOf(signed, fields).peekLeft(faults::add);
      }
    }
    return versions;
  }

  private Set<String> changedBy(DocumentRef signed) {
    Set<String> ids = new HashSet<>();
    for (Transaction record : done()) {
      boolean changes =
          record.body().documentOperations().stream()
              .anyMatch(
                  operation ->
                      operation.kind().equals("change") && operation.document().equals(signed));
      if (changes) {
        ids.add(record.id().value());
      }
    }
    return ids;
  }

  /** A slot is as the last that its journal names has left it. */
  private void slots(Store store, Versions versions) {
    for (int at = 0; at < DocumentPlaces.SLOTS; at++) {
      DocumentRef slot = places.slot(at);
      DocumentRef journal = places.journal(at);
      int version = versions.writers(journal).size();
      Optional<String> expected = versions.inSlot(slot, journal, version);
      Optional<String> by = fields(store, slot).map(fields -> text(fields, "by"));
      if (!by.equals(expected)) {
        faults.add(slot + " was inserted by " + by + ", by its journal " + expected);
      }
      for (int before = 0; before < version; before++) {
        boolean wasThere = versions.inSlot(slot, journal, before).isPresent();
        if (versions.inSlot(slot, journal, before + 1).isPresent() == wasThere) {
          faults.add(slot + " was turned twice: " + versions.writers(journal).get(before).id());
        }
      }
    }
  }

  private void doctors(Store store) {
    for (int pair = 0; pair < DocumentPlaces.PAIRS; pair++) {
      if (!onCall(store, 2 * pair) && !onCall(store, 2 * pair + 1)) {
        faults.add("no doctor of pair " + pair + " is on call");
      }
    }
  }

  private boolean onCall(Store store, int doctor) {
    Fields fields = fields(store, places.doctor(doctor)).orElseThrow();
    return fields.get("onCall").orElseThrow().equals(new Value.Bool(true));
  }

  /** The orders of all signed documents and readings are parts of one order. */
  private void order(Versions versions, ReadHistory readings) {
    DecisionOrder order = new DecisionOrder();
    done().forEach(record -> order.add(record.id().value(), DecisionOrder.Span.of(record)));
    for (DocumentRef signed : places.signed()) {
      List<Transaction> writers = versions.writers(signed);
      for (int next = 1; next < writers.size(); next++) {
        order.before(writers.get(next - 1).id().value(), writers.get(next).id().value());
      }
    }
    faults.addAll(readings.faults());
    faults.addAll(
        new ReadJudge(places, versions, done(), order, readings.isLagging())
            .faults(readings.consistent()));
    faults.addAll(order.faults());
  }

  /** A fault may leave a document without the field: that is told, too. */
  private static String text(Fields fields, String name) {
    return fields.get(name).map(value -> ((Value.Text) value).value()).orElse("nobody");
  }

  private static long whole(Fields fields, String name) {
    return fields.get(name).orElseThrow().wholeNumber().orElseThrow();
  }

  /** Of a document that nothing holds. */
  private Optional<Fields> fields(Store store, DocumentRef ref) {
    Sight sight = store.holds().find(List.of(new Target.OfDocument(ref))).get(0);
    sight.fault().ifPresent(fault -> faults.add(ref + " cannot be read: " + fault));
    for (Stored document : sight.stored().stream().toList()) {
      if (!document.holds().isEmpty() || ((Document) document).placeholder()) {
        faults.add(ref + " is held: " + document);
      }
    }
    return sight.stored().map(document -> ((Document) document).fields());
  }
}
