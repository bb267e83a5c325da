package io.twophase.app.retention;

import io.twophase.domain.id.TransactionId;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.ports.TransactionRepository;
import io.vavr.control.Option;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** All that happens before a page is removed. */
final class Steps {

  private final List<BeforeRemoval> steps;
  private final TransactionRepository transactions;

  Steps(List<BeforeRemoval> steps, TransactionRepository transactions) {
    this.steps = List.copyOf(steps);
    this.transactions = transactions;
  }

  /** What of the page can be removed now: all that must be kept of it is kept. */
  RemovalPage taken(RemovalPage page) {
    steps.forEach(step -> step.see(page));
    Set<TransactionId> heldBack = reversalsTooEarly(page);
    steps.forEach(step -> heldBack.addAll(step.heldBack(page)));
    RemovalPage rest = page.without(heldBack);
    if (!rest.isEmpty()) {
      steps.forEach(step -> step.keep(rest));
    }
    return rest;
  }

  /**
   * A reversal stays as long as what it reverses is there: without it, the same reversal asked
   * again would be made again.
   */
  private Set<TransactionId> reversalsTooEarly(RemovalPage page) {
    List<TransactionId> reversed =
        page.transactions().stream()
            .flatMap(found -> reversedBy(found).toJavaStream())
            .distinct()
            .toList();
    if (reversed.isEmpty()) {
      return new HashSet<>();
    }
    List<TransactionLookup> lookups = transactions.find(reversed);
    Set<TransactionId> there = new HashSet<>();
    for (int at = 0; at < reversed.size(); at++) {
      // of one that has left a receipt, too, no reversal can be made any more
      boolean isThere =
          lookups
              .get(at)
              .fold(found -> true, absent -> false, unreadable -> true, removed -> false);
      if (isThere) {
        there.add(reversed.get(at));
      }
    }
    return page.transactions().stream()
        .filter(found -> reversedBy(found).exists(there::contains))
        .map(found -> found.record().id())
        .collect(Collectors.toCollection(HashSet::new));
  }

  private static Option<TransactionId> reversedBy(TransactionLookup.Found found) {
    return found.record().body().reverses();
  }
}
