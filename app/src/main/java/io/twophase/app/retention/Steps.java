package io.twophase.app.retention;

import io.twophase.domain.TransactionId;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.ports.Records;
import io.vavr.control.Option;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * All that happens before a page is removed.
 *
 * @param steps in their order
 */
record Steps(List<BeforeRemoval> steps, Records records) {

  /** The transactions of the page that can be removed now: all that must outlive them is kept. */
  RemovalPage taken(RemovalPage page) {
    if (page.isEmpty()) {
      return page;
    }
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
   * A reversal stays as long as what it reverses is there: without the reversal, a caller that asks
   * again for it would get a second one.
   */
  private Set<TransactionId> reversalsTooEarly(RemovalPage page) {
    List<TransactionId> reversed =
        page.transactions().stream()
            .flatMap(each -> reversedBy(each).toJavaStream())
            .distinct()
            .toList();
    if (reversed.isEmpty()) {
      return new HashSet<>();
    }
    Set<TransactionId> there =
        records.findMembers(reversed).stream()
            .filter(Steps::isThere)
            .map(RemovalPage::id)
            .collect(Collectors.toSet());
    return page.transactions().stream()
        .filter(each -> reversedBy(each).exists(there::contains))
        .map(RemovalPage::id)
        .collect(Collectors.toCollection(HashSet::new));
  }

  /** A transaction that has left a receipt cannot be reversed any more. */
  private static boolean isThere(Lookup lookup) {
    return switch (lookup.kind()) {
      case FOUND, UNREADABLE -> true;
      case ABSENT, REMOVED -> false;
    };
  }

  private static Option<TransactionId> reversedBy(Lookup transaction) {
    return transaction.body().flatMap(NewTransaction::reverses);
  }
}
