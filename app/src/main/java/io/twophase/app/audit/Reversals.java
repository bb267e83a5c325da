package io.twophase.app.audit;

import static io.twophase.app.audit.Finding.Kind.REVERSAL_DIFFERS;
import static io.twophase.app.audit.Finding.Kind.REVERSED_TWICE;

import io.twophase.app.audit.Check.Findings;
import io.twophase.domain.AccountId;
import io.twophase.domain.TransactionId;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.twophase.ports.Records;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Checks that each reversal that happens moves back exactly what a transaction moved that happened,
 * and is its only reversal. What is reversed was settled before; its record may be read as applied
 * all the same, where the store has forgotten that it was closed.
 */
final class Reversals implements Check {

  private final Map<TransactionId, List<Transaction>> byReversed = new HashMap<>();
  private final Records stored;
  private final boolean complete;
  private final Findings findings;

  /**
   * @param complete whether no records can have expired: a reversal outlives the record that it
   *     reverses
   */
  Reversals(Records stored, boolean complete, Findings findings) {
    this.stored = stored;
    this.complete = complete;
    this.findings = findings;
  }

  @Override
  public void see(Lookup lookup) {
    for (Transaction record :
        lookup.transaction().filter(Reversals::hasHappened).stream().toList()) {
      record
          .body()
          .reverses()
          .ifPresent(
              reversed ->
                  byReversed.computeIfAbsent(reversed, id -> new ArrayList<>()).add(record));
    }
  }

  /** The originals are read by pages, so that a record is decoded once for many of its members. */
  @Override
  public void end() {
    Check.byPages(List.copyOf(byReversed.keySet()), stored::findMembers, this::check);
  }

  private void check(TransactionId reversed, Lookup original) {
    List<Transaction> reversals = byReversed.getOrDefault(reversed, List.of());
    if (reversals.size() > 1) {
      findings.add(
          REVERSED_TWICE,
          reversed.value(),
          reversals.stream()
              .map(reversal -> reversal.id().value())
              .collect(Collectors.joining(" and ", "reversed by ", "")));
    }
    // of one that retention has removed nobody knows any more what it moved
    boolean mayBeRight =
        original.kind() == Lookup.Kind.REMOVED
            || (!complete && original.kind() == Lookup.Kind.ABSENT);
    if (!mayBeRight) {
      reversals.forEach(reversal -> check(original, reversal));
    }
  }

  private void check(Lookup original, Transaction reversal) {
    original
        .transaction()
        .map(found -> fault(found, reversal))
        .orElseGet(() -> Optional.of("there is no readable record of what it reverses"))
        .ifPresent(fault -> findings.add(REVERSAL_DIFFERS, reversal.id().value(), fault));
  }

  private static Optional<String> fault(Transaction original, Transaction reversal) {
    if (!hasHappened(original)) {
      return Optional.of(
          "reverses " + original.id() + ", which is " + Findings.lower(original.state()));
    }
    return !effects(original, -1).equals(effects(reversal, 1))
        ? Optional.of("does not move back what " + original.id() + " moved")
        : Optional.empty();
  }

  private static boolean hasHappened(Transaction record) {
    return record.state() == State.APPLIED || record.state() == State.DONE;
  }

  private static Map<AccountId, BigInteger> effects(Transaction record, int sign) {
    Map<AccountId, BigInteger> effects = new HashMap<>();
    record
        .capturedOperations()
        .forEach(
            operation ->
                effects.merge(
                    operation.account(),
                    RecordBooks.signed(operation).multiply(BigInteger.valueOf(sign)),
                    BigInteger::add));
    return effects;
  }
}
