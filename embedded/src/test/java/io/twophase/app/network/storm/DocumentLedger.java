package io.twophase.app.network.storm;

import io.twophase.app.network.storm.DecisionOrder.Span;
import io.twophase.app.network.storm.ReadHistory.Reading;
import io.twophase.domain.TransactionId;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.hold.Document;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.hold.Stored;
import io.twophase.domain.hold.Stored.Sight;
import io.twophase.domain.reading.DecidedDocument;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.twophase.domain.value.Fields;
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
    Versions versions = versions(store);
    turns(versions);
    List<DecidedDocument> all =
        places.all().stream().map(ref -> new DecidedDocument(ref, fields(store, ref))).toList();
    Span last = new Span(Long.MAX_VALUE, Long.MAX_VALUE);
    order(versions, readings, new Reading("at rest", last, all));
    return faults;
  }

  private List<Transaction> done() {
    return records.values().stream().filter(record -> record.state() == State.DONE).toList();
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

  /** A slot is inserted and removed by turns. */
  private void turns(Versions versions) {
    for (int at = 0; at < DocumentPlaces.SLOTS; at++) {
      DocumentRef slot = places.slot(at);
      DocumentRef journal = places.journal(at);
      for (int before = 0; before < versions.writers(journal).size(); before++) {
        boolean wasThere = versions.inSlot(slot, journal, before).isPresent();
        if (versions.inSlot(slot, journal, before + 1).isPresent() == wasThere) {
          faults.add(slot + " was turned twice: " + versions.writers(journal).get(before).id());
        }
      }
    }
  }

  /** The orders of all signed documents and readings are parts of one order. */
  private void order(Versions versions, ReadHistory readings, Reading atRest) {
    DecisionOrder order = new DecisionOrder();
    done().forEach(record -> order.add(record.id().value(), DecisionOrder.Span.of(record)));
    for (DocumentRef signed : places.signed()) {
      List<Transaction> writers = versions.writers(signed);
      for (int next = 1; next < writers.size(); next++) {
        order.before(writers.get(next - 1).id().value(), writers.get(next).id().value());
      }
    }
    faults.addAll(readings.faults());
    ReadJudge judge = new ReadJudge(places, versions, done(), order);
    faults.addAll(judge.faults(readings.consistent(), readings.isLagging()));
    faults.addAll(judge.faults(List.of(atRest), false));
    faults.addAll(order.faults());
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
