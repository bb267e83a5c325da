package io.twophase.app.sweep;

import io.twophase.app.orphan.Proof;
import io.twophase.app.orphan.Standings;
import io.twophase.domain.id.Epoch;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.ports.TransactionRepository;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Releases those of the holds it is given that are orphans.
 *
 * @param <T> a hold, on an account or on a document
 * @param transaction whose a hold is
 * @param epoch the epoch at which it was seen
 * @param enough whether a proof is reason enough
 * @param withdraw releases holds, each at its epoch
 * @param orphan a hold that was one, and what became of it
 */
record Release<T>(
    Function<T, TransactionId> transaction,
    Function<T, Epoch> epoch,
    Predicate<Proof> enough,
    Function<List<T>, List<MatchOutcome>> withdraw,
    Maker<T> orphan) {

  private static final int AT_ONCE = 500;

  /** Says what was found. */
  interface Maker<T> {
    Orphan of(T held, Proof proof, Orphan.Outcome outcome);
  }

  void of(List<T> held, TransactionRepository transactions, Consumer<Orphan> report) {
    for (int from = 0; from < held.size(); from += AT_ONCE) {
      some(held.subList(from, Math.min(held.size(), from + AT_ONCE)), transactions, report);
    }
  }

  private void some(List<T> held, TransactionRepository transactions, Consumer<Orphan> report) {
    Standings standings = Standings.of(held.stream().map(transaction).toList(), transactions);
    List<T> orphans = new ArrayList<>();
    List<Proof> proofs = new ArrayList<>();
    for (T one : held) {
      standings
          .of(transaction.apply(one), epoch.apply(one))
          .proof()
          .filter(enough)
          .forEach(
              proof -> {
                orphans.add(one);
                proofs.add(proof);
              });
    }
    if (orphans.isEmpty()) {
      return;
    }
    List<MatchOutcome> outcomes = withdraw.apply(orphans);
    for (int at = 0; at < orphans.size(); at++) {
      report.accept(
          orphan.of(orphans.get(at), proofs.get(at), Orphan.Outcome.of(outcomes.get(at))));
    }
  }
}
