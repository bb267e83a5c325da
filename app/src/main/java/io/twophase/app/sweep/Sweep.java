package io.twophase.app.sweep;

import io.twophase.domain.account.Account;
import io.twophase.domain.account.Hold;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.outcome.AccountLookup;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.transaction.Transaction;
import io.twophase.ports.AccountRepository;
import io.twophase.ports.NewRecord;
import io.twophase.ports.TransactionRepository;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Releases orphans: holds of which it is proven that nobody will ever settle them. Late messages
 * and lost records leave them; they cost what they hold, and never money. Safe at any moment,
 * beside any number of workers, and by several processes at once.
 *
 * <ul>
 *   <li>A hold of a finished transaction is an orphan by rule 6: finishing came last.
 *   <li>A hold whose record is missing becomes one by rule 7: a tombstone is stored under the
 *       record's id first, so that the record can never come.
 * </ul>
 *
 * <p>The record is read after the hold was seen, and the release names the hold's epoch.
 */
public final class Sweep {

  private static final int AT_ONCE = 500;

  private final AccountRepository accounts;
  private final TransactionRepository transactions;

  /** A sweep of one store. */
  public Sweep(AccountRepository accounts, TransactionRepository transactions) {
    this.accounts = accounts;
    this.transactions = transactions;
  }

  /**
   * Reads the accounts that have holds, releases every orphan, and gives {@code report} each.
   *
   * @param unreadable receives each account that cannot be read
   */
  public void run(Consumer<Orphan> report, Consumer<AccountLookup.Unreadable> unreadable) {
    List<Leg> held = new ArrayList<>();
    accounts.scanHeld(
        lookup -> {
          List<Leg> legs =
              lookup.fold(
                  found -> legs(found.account()),
                  absent -> List.of(),
                  fault -> {
                    unreadable.accept(fault);
                    return List.of();
                  });
          held.addAll(legs);
        });
    for (int from = 0; from < held.size(); from += AT_ONCE) {
      sweep(held.subList(from, Math.min(held.size(), from + AT_ONCE)), report);
    }
  }

  private void sweep(List<Leg> held, Consumer<Orphan> report) {
    Set<TransactionId> finished = new HashSet<>();
    Set<TransactionId> absent = new HashSet<>();
    List<TransactionId> ids = held.stream().map(Leg::transaction).distinct().toList();
    for (TransactionLookup lookup : transactions.find(ids)) {
      // what cannot be read proves nothing
      lookup
          .<Runnable>fold(
              found -> () -> addFinished(found.record(), finished),
              missing -> () -> absent.add(missing.id()),
              unreadable -> () -> {})
          .run();
    }
    release(held, finished, Orphan.Proof.FINISHED, report);
    release(held, entombed(List.copyOf(absent)), Orphan.Proof.NO_RECORD, report);
  }

  private static void addFinished(Transaction record, Set<TransactionId> finished) {
    if (record.state().isFinal()) {
      finished.add(record.id());
    }
  }

  /** The ids under which a tombstone is stored for certain, by this sweep or another. */
  private Set<TransactionId> entombed(List<TransactionId> absent) {
    if (absent.isEmpty()) {
      return Set.of();
    }
    transactions.begin(absent.stream().<NewRecord>map(NewRecord.Tombstone::new).toList());
    Set<TransactionId> entombed = new HashSet<>();
    // read again whatever was answered: what counts is what is there
    for (TransactionLookup lookup : transactions.find(absent)) {
      if (lookup instanceof TransactionLookup.Found found && found.record().body().isTombstone()) {
        entombed.add(found.record().id());
      }
    }
    return entombed;
  }

  private void release(
      List<Leg> held, Set<TransactionId> of, Orphan.Proof proof, Consumer<Orphan> report) {
    List<Leg> orphans = held.stream().filter(leg -> of.contains(leg.transaction())).toList();
    if (orphans.isEmpty()) {
      return;
    }
    List<MatchOutcome> outcomes = accounts.withdraw(orphans);
    for (int at = 0; at < orphans.size(); at++) {
      report.accept(Orphan.of(orphans.get(at), proof, outcomes.get(at)));
    }
  }

  private static List<Leg> legs(Account account) {
    List<Leg> legs = new ArrayList<>();
    for (Hold hold : account.holds().values()) {
      legs.add(new Leg(hold.transaction(), hold.epoch(), account.operation(hold)));
    }
    return legs;
  }
}
