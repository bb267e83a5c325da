package io.twophase.app.audit;

import static io.twophase.app.audit.Finding.Kind.AVAILABLE_DIFFERS;
import static io.twophase.app.audit.Finding.Kind.COLLECTION_UNREADABLE;
import static io.twophase.app.audit.Finding.Kind.DOCUMENT_UNREADABLE;
import static io.twophase.app.audit.Finding.Kind.HOLD_DIFFERS;
import static io.twophase.app.audit.Finding.Kind.OUT_OF_BOUNDS;
import static io.twophase.app.audit.Finding.Kind.PLACEHOLDER_WITHOUT_HOLD;
import static io.twophase.app.audit.Finding.Kind.RECEIVABLE_DIFFERS;

import io.twophase.app.audit.Check.Findings;
import io.twophase.app.audit.Check.Held;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.hold.Document;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Stored.Sight;
import io.twophase.domain.operation.DocumentOperation.HoldMode;
import io.twophase.domain.value.Value;
import io.twophase.ports.Holds;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Checks the documents of hosts: their holds, and the bounds of their fields.
 *
 * @param holds is given all that each document holds
 */
record DocumentBooks(Consumer<List<Held>> holds, Findings findings) {

  /**
   * Reads a collection. One that cannot be read is a finding, and the audit goes on: another
   * cluster may be away, or the login may not reach a database.
   *
   * @throws StoreUnavailableException if the store's own cluster cannot be reached
   */
  void read(CollectionName collection, Holds stored) {
    try {
      stored.scan(collection, true, sight -> add(collection, sight));
    } catch (StoreException | IllegalArgumentException away) {
      if (away instanceof StoreUnavailableException && collection.cluster().isEmpty()) {
        throw away;
      }
      findings.add(COLLECTION_UNREADABLE, collection.toString(), String.valueOf(away.getMessage()));
    }
  }

  void add(CollectionName collection, Sight sight) {
    sight
        .stored()
        .flatMap(stored -> stored.fold(account -> Optional.<Document>empty(), Optional::of))
        .ifPresent(this::add);
    String id = collection + " " + sight.id();
    sight.fault().ifPresent(fault -> findings.add(DOCUMENT_UNREADABLE, id, fault));
  }

  private void add(Document document) {
    String id = document.ref().toString();
    if (document.placeholder() && document.holds().isEmpty()) {
      findings.add(PLACEHOLDER_WITHOUT_HOLD, id, "nothing holds it");
    }
    List<Held> held =
        document.holds().stream()
            .map(hold -> new Held(document.target(), hold, Optional.empty()))
            .toList();
    holds.accept(held);
    held.stream()
        .filter(each -> isWithoutBounds(document, each.hold()))
        .forEach(
            each -> findings.add(HOLD_DIFFERS, id, each.words() + " on a field without bounds"));
    document.escrow().forEach((field, bounds) -> checkBounds(document, field, bounds));
  }

  private static boolean isWithoutBounds(Document document, Hold hold) {
    return hold.mode() == HoldMode.ESCROW
        && !hold.fields().stream().allMatch(document.escrow()::containsKey);
  }

  /** Checks the bounds of a field against its value and the holds. */
  private void checkBounds(Document document, String field, Document.Escrow bounds) {
    String id = document.ref().toString();
    Optional<Value> found = document.fields().get(field);
    Optional<Long> value = found.flatMap(Value::wholeNumber);
    if (value.isEmpty()) {
      String is = found.map(Value::words).orElse("not there");
      findings.add(OUT_OF_BOUNDS, id, field + " has bounds and is " + is);
      return;
    }
    if (value.orElseThrow() < bounds.floor() || value.orElseThrow() > bounds.ceiling()) {
      findings.add(
          OUT_OF_BOUNDS,
          id,
          "%s is %d, its bounds are %d and %d"
              .formatted(field, value.orElseThrow(), bounds.floor(), bounds.ceiling()));
    }
    BigInteger taken = BigInteger.ZERO;
    BigInteger added = BigInteger.ZERO;
    for (Hold hold : document.holds()) {
      if (hold.mode() == HoldMode.ESCROW && hold.fields().contains(field)) {
        taken = taken.add(BigInteger.valueOf(hold.range().debit()));
        added = added.add(BigInteger.valueOf(hold.range().credit()));
      }
    }
    BigInteger number = BigInteger.valueOf(value.orElseThrow());
    compare(
        AVAILABLE_DIFFERS,
        id,
        field + ": available",
        bounds.available(),
        number.subtract(BigInteger.valueOf(bounds.floor())).subtract(taken));
    compare(
        RECEIVABLE_DIFFERS,
        id,
        field + ": receivable",
        bounds.receivable(),
        BigInteger.valueOf(bounds.ceiling()).subtract(number).subtract(added));
  }

  private void compare(Finding.Kind kind, String id, String what, long is, BigInteger shouldBe) {
    if (!BigInteger.valueOf(is).equals(shouldBe)) {
      findings.add(kind, id, what + " is " + is + ", by value and holds " + shouldBe);
    } else if (is < 0) {
      findings.add(kind, id, what + " is " + is + ", below zero");
    }
  }
}
