package io.twophase.app.network.storm;

import io.twophase.app.network.storm.DecisionOrder.Span;
import io.twophase.app.network.storm.ReadHistory.Reading;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.operation.DocumentOperation.AddToField;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.reading.DecidedDocument;
import io.twophase.domain.transaction.Transaction;
import io.twophase.domain.value.Fields;
import io.twophase.domain.value.Value;
import io.vavr.control.Either;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Whether documents were ever, and all at one moment of the call, as a reader was shown them. A
 * signed document shows which transactions were decided before that moment and which were not,
 * which goes into the order of decisions. A stock's number must be a sum of what was decided before
 * for certain and of some of what may have been.
 */
final class ReadJudge {

  private final DocumentPlaces places;
  private final Versions versions;
  private final Collection<Transaction> done;
  private final DecisionOrder order;
  private List<String> faults = new ArrayList<>();

  ReadJudge(
      DocumentPlaces places, Versions versions, Collection<Transaction> done, DecisionOrder order) {
    this.places = places;
    this.versions = versions;
    this.done = done;
    this.order = order;
  }

  /**
   * Judges readings of one reader, one after the other; what their order says is in the order.
   *
   * @param lagging whether a reading may be of a moment before its call, as after a failover: then
   *     it is only judged whether it is of one moment
   */
  List<String> faults(List<Reading> readings, boolean lagging) {
    faults = new ArrayList<>();
    Optional<Reading> before = Optional.empty();
    for (Reading reading : readings) {
      Span span = reading.span();
      order.add(reading.name(), lagging ? new Span(0, span.latest()) : span);
      before.filter(last -> !lagging).ifPresent(last -> order.before(last.name(), reading.name()));
      before = Optional.of(reading);
      judge(reading, lagging);
    }
    return faults;
  }

  private void judge(Reading reading, boolean lagging) {
    Map<DocumentRef, Optional<Fields>> seen = new LinkedHashMap<>();
    for (DecidedDocument one : reading.documents()) {
      seen.put(one.document(), one.fields());
    }
    Set<Transaction> shown = new HashSet<>();
    Set<Transaction> notShown = new HashSet<>();
    Map<DocumentRef, Integer> found = new HashMap<>();
    seen.forEach(
        (document, fields) -> {
          if (versions.isSigned(document)) {
            Either<String, Integer> version = versions.versionOf(document, fields);
            version.peekLeft(fault -> faults.add(reading.name() + ": " + fault));
            version.forEach(
                number -> {
                  found.put(document, number);
                  List<Transaction> writers = versions.writers(document);
                  shown.addAll(writers.subList(0, number));
                  notShown.addAll(writers.subList(number, writers.size()));
                  place(reading, writers, number);
                });
          }
        });
    for (int slot = 0; slot < DocumentPlaces.SLOTS; slot++) {
      slot(reading, slot, seen, Optional.ofNullable(found.get(places.journal(slot))));
    }
    for (int pair = 0; pair < DocumentPlaces.PAIRS; pair++) {
      doctors(reading, List.of(places.doctor(2 * pair), places.doctor(2 * pair + 1)), seen);
    }
    if (!lagging) {
      stocks(reading, seen, shown, notShown);
    }
  }

  /** After the last that it shows, and before the first that it does not. */
  private void place(Reading reading, List<Transaction> writers, int version) {
    if (version > 0) {
      order.before(writers.get(version - 1).id().value(), reading.name());
    }
    if (version < writers.size()) {
      order.before(reading.name(), writers.get(version).id().value());
    }
  }

  private void slot(
      Reading reading,
      int number,
      Map<DocumentRef, Optional<Fields>> seen,
      Optional<Integer> version) {
    DocumentRef slot = places.slot(number);
    if (seen.containsKey(slot) && version.isPresent()) {
      Optional<String> expected =
          versions.inSlot(slot, places.journal(number), version.orElseThrow());
      Optional<String> by =
          seen.get(slot).flatMap(fields -> fields.get("by")).map(id -> ((Value.Text) id).value());
      if (!by.equals(expected)) {
        faults.add(reading.name() + ": in " + slot + " is " + by + ", by its journal " + expected);
      }
    }
  }

  private void doctors(
      Reading reading, List<DocumentRef> pair, Map<DocumentRef, Optional<Fields>> seen) {
    if (seen.keySet().containsAll(pair)
        && pair.stream().noneMatch(doctor -> isOnCall(seen.get(doctor)))) {
      faults.add(reading.name() + ": none of " + pair + " is on call");
    }
  }

  private static boolean isOnCall(Optional<Fields> doctor) {
    return doctor.flatMap(fields -> fields.get("onCall")).equals(Optional.of(new Value.Bool(true)));
  }

  private void stocks(
      Reading reading,
      Map<DocumentRef, Optional<Fields>> seen,
      Set<Transaction> shown,
      Set<Transaction> notShown) {
    List<DocumentRef> stocks = places.stocks().stream().filter(seen::containsKey).toList();
    if (stocks.isEmpty()) {
      return;
    }
    List<Long> left =
        stocks.stream()
            .map(
                stock ->
                    seen.get(stock)
                        .orElseThrow()
                        .get("left")
                        .orElseThrow()
                        .wholeNumber()
                        .orElseThrow())
            .toList();
    List<Long> certain = stocks.stream().map(stock -> DocumentRequests.STOCK).toList();
    List<List<Long>> possible = new ArrayList<>();
    for (Transaction one : done) {
      List<Long> added = added(one, stocks);
      Span decided = Span.of(one);
      if (added.stream().anyMatch(amount -> amount != 0) && !notShown.contains(one)) {
        if (shown.contains(one) || decided.latest() < reading.span().earliest()) {
          certain = sum(certain, added);
        } else if (decided.earliest() <= reading.span().latest()) {
          possible.add(added);
        }
      }
    }
    Set<List<Long>> sums = new HashSet<>(List.of(certain));
    for (List<Long> added : possible) {
      Set<List<Long>> more = new HashSet<>();
      sums.forEach(sum -> more.add(sum(sum, added)));
      sums.addAll(more);
    }
    boolean isWithin =
        left.stream()
            .allMatch(one -> DocumentRequests.FLOOR <= one && one <= DocumentRequests.CEILING);
    if (!sums.contains(left) || !isWithin) {
      faults.add(
          reading.name() + ": " + stocks + " have " + left + ", by the records one of " + sums);
    }
  }

  private static List<Long> added(Transaction record, List<DocumentRef> stocks) {
    return stocks.stream()
        .map(
            stock ->
                record.operations().stream().mapToLong(operation -> added(operation, stock)).sum())
        .toList();
  }

  static long added(Operation operation, DocumentRef stock) {
    return operation instanceof AddToField add && add.document().equals(stock) ? add.amount() : 0;
  }

  private static List<Long> sum(List<Long> one, List<Long> other) {
    List<Long> sum = new ArrayList<>();
    for (int at = 0; at < one.size(); at++) {
      sum.add(one.get(at) + other.get(at));
    }
    return sum;
  }
}
