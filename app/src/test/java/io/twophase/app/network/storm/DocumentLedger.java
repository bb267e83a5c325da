package io.twophase.app.network.storm;

import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransactionRequest;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.operation.AddToField;
import io.twophase.domain.operation.InsertDocument;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.operation.RemoveDocument;
import io.twophase.domain.outcome.DocumentLookup;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.participant.Participant;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.twophase.domain.value.Fields;
import io.twophase.domain.value.Value;
import io.twophase.ports.Store;
import io.vavr.control.Option;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;

/** What was answered, and what is wrong with the documents in the end, if anything. */
final class DocumentLedger {

  private final Queue<TransactionOutcome> answers = new ConcurrentLinkedQueue<>();
  private final LongAdder unknown = new LongAdder();
  private final LongAdder applied = new LongAdder();
  private final Map<TransactionId, Transaction> records = new HashMap<>();
  private final List<String> faults = new ArrayList<>();

  /** A caller had this answer. */
  void answered(TransactionOutcome outcome) {
    if (outcome instanceof TransactionOutcome.Unknown) {
      unknown.increment();
    } else {
      answers.add(outcome);
      applied.add(outcome.isApplied() ? 1 : 0);
    }
  }

  /** Compares, at rest: each line says what is wrong. */
  List<String> faults(Store store, List<TransactionRequest> requests) {
    store
        .transactions()
        .scan(
            lookup -> {
              Transaction record = ((TransactionLookup.Found) lookup).record();
              records.put(record.id(), record);
            });
    records.values().stream()
        .filter(record -> !record.state().isFinal())
        .forEach(record -> faults.add(record.id() + " is left " + record.state()));
    for (TransactionRequest request : requests) {
      Transaction record = records.get(request.id());
      if (record != null
          && !record.body().isTombstone()
          && !record.operations().equals(request.operations())) {
        faults.add(request.id() + " is not what was asked: " + record.operations());
      }
    }
    answers.forEach(this::check);
    stocks(store);
    logs(store);
    slots(store);
    doctors(store);
    return faults;
  }

  private void check(TransactionOutcome answer) {
    Transaction record = records.get(answer.id());
    State expected = answer.isApplied() ? State.DONE : State.CANCELED;
    if (record == null || record.state() != expected) {
      faults.add("answered " + answer + ", recorded " + record);
    }
  }

  private List<Transaction> done() {
    return records.values().stream().filter(record -> record.state() == State.DONE).toList();
  }

  private void stocks(Store store) {
    for (int at = 0; at < DocumentRequests.STOCKS; at++) {
      DocumentRef stock = DocumentRequests.stock(at);
      long expected = 200;
      for (Transaction record : done()) {
        for (Operation operation : record.operations()) {
          if (operation instanceof AddToField add && add.document().equals(stock)) {
            expected += add.amount();
          }
        }
      }
      long left = whole(fields(store, stock).get(), "left");
      if (left != expected || left < DocumentRequests.FLOOR || left > DocumentRequests.CEILING) {
        faults.add(stock + " has " + left + ", by the records " + expected);
      }
    }
  }

  /** The logs' orders are parts of one order, and each has every decided change once. */
  private void logs(Store store) {
    Map<String, Set<String>> later = new HashMap<>();
    for (int at = 0; at < DocumentRequests.LOGS; at++) {
      DocumentRef log = DocumentRequests.log(at);
      Fields fields = fields(store, log).get();
      List<String> ids =
          ((Value.Array) fields.get("ids").get())
              .values().stream().map(id -> ((Value.Text) id).value()).toList();
      Set<String> expected = changedBy(log);
      if (!new HashSet<>(ids).equals(expected)
          || ids.size() != expected.size()
          || whole(fields, "n") != ids.size()) {
        faults.add(log + " has " + fields + ", by the records " + expected);
      }
      for (int next = 1; next < ids.size(); next++) {
        later.computeIfAbsent(ids.get(next - 1), id -> new HashSet<>()).add(ids.get(next));
      }
    }
    if (hasCircle(later)) {
      faults.add("no order of the transactions is that of all logs: " + later);
    }
  }

  private Set<String> changedBy(DocumentRef log) {
    Set<String> ids = new HashSet<>();
    for (Transaction record : done()) {
      boolean changes =
          record.body().documentOperations().stream()
              .anyMatch(
                  operation ->
                      operation.kind().equals("change") && operation.document().equals(log));
      if (changes) {
        ids.add(record.id().value());
      }
    }
    return ids;
  }

  /** Takes away whatever nothing is before, as Kahn did; a circle stays. */
  private static boolean hasCircle(Map<String, Set<String>> later) {
    Map<String, Integer> before = new HashMap<>();
    later.forEach(
        (first, thens) -> {
          before.putIfAbsent(first, 0);
          thens.forEach(then -> before.merge(then, 1, Integer::sum));
        });
    Deque<String> free = new ArrayDeque<>();
    before.forEach(
        (id, count) -> {
          if (count == 0) {
            free.add(id);
          }
        });
    int taken = 0;
    while (!free.isEmpty()) {
      taken++;
      for (String then : later.getOrDefault(free.remove(), Set.of())) {
        if (before.merge(then, -1, Integer::sum) == 0) {
          free.add(then);
        }
      }
    }
    return taken < before.size();
  }

  private void slots(Store store) {
    for (int at = 0; at < DocumentRequests.SLOTS; at++) {
      DocumentRef slot = DocumentRequests.slot(at);
      int there = 0;
      Set<String> inserted = new HashSet<>();
      for (Transaction record : done()) {
        for (Operation operation : record.operations()) {
          if (operation instanceof InsertDocument insert && insert.document().equals(slot)) {
            there++;
            inserted.add(record.id().value());
          }
          there -= operation instanceof RemoveDocument gone && gone.document().equals(slot) ? 1 : 0;
        }
      }
      Option<Fields> found = fields(store, slot);
      boolean right =
          there == (found.isDefined() ? 1 : 0)
              && found.forAll(
                  fields -> inserted.contains(((Value.Text) fields.get("by").get()).value()));
      if (!right) {
        faults.add(slot + " is " + found + ", by the records it is there " + there + " times");
      }
    }
  }

  private void doctors(Store store) {
    for (int pair = 0; pair < DocumentRequests.PAIRS; pair++) {
      boolean one = onCall(store, 2 * pair);
      boolean other = onCall(store, 2 * pair + 1);
      if (!one && !other) {
        faults.add("no doctor of pair " + pair + " is on call");
      }
    }
  }

  private boolean onCall(Store store, int doctor) {
    Fields fields = fields(store, DocumentRequests.doctor(doctor)).get();
    return fields.get("onCall").get().equals(new Value.Bool(true));
  }

  private static long whole(Fields fields, String name) {
    return fields.get(name).get().wholeNumber().get();
  }

  /** Of a document that nothing holds. */
  private Option<Fields> fields(Store store, DocumentRef ref) {
    DocumentLookup lookup = store.documents().find(List.of(ref)).get(0);
    return lookup.fold(
        found -> {
          Participant document = found.document();
          if (!document.holds().isEmpty() || document.placeholder()) {
            faults.add(ref + " is held: " + document);
          }
          return Option.some(document.fields());
        },
        absent -> Option.none(),
        unreadable -> {
          faults.add(ref + " cannot be read: " + unreadable.fault());
          return Option.none();
        });
  }

  @Override
  public String toString() {
    long takenOver = records.values().stream().filter(one -> one.epoch().value() > 1).count();
    return "%,d records, %,d taken over; %,d certain answers, %,d of them applied; %,d unknown"
        .formatted(records.size(), takenOver, answers.size(), applied.sum(), unknown.sum());
  }
}
