package io.twophase.app.sweep;

import io.twophase.app.orphan.Proof;
import io.twophase.app.orphan.Standings;
import io.twophase.domain.id.Epoch;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.ports.TransactionRepository;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * Releases those of the holds it is given that are orphans.
 *
 * @param <T> a hold, on an account or on a document
 * @param transaction whose a hold is
 * @param epoch the epoch at which it was seen
 * @param enough whether a proof is reason enough
 * @param withdraw releases holds, each at its epoch; answers nothing if the store refuses to, and
 *     then keeps the holds and the reason for whoever made it
 * @param orphan a hold that was one, and what became of it
 * @param stillThere those of the holds that are there when they are read again
 * @param unsettled a hold that its settle has missed
 */
record Release<T>(
    Function<T, TransactionId> transaction,
    Function<T, Epoch> epoch,
    Predicate<Proof> enough,
    Function<List<T>, Option<List<MatchOutcome>>> withdraw,
    Maker<T> orphan,
    UnaryOperator<List<T>> stillThere,
    Function<T, LeftAlone> unsettled) {

  private static final int AT_ONCE = 500;

  /** Says what was found. */
  interface Maker<T> {
    Orphan of(T held, Proof proof, Orphan.Outcome outcome);
  }

  void of(
      List<T> held,
      TransactionRepository transactions,
      Consumer<Orphan> report,
      Consumer<LeftAlone> leftAlone) {
    for (int from = 0; from < held.size(); from += AT_ONCE) {
      some(
          held.subList(from, Math.min(held.size(), from + AT_ONCE)),
          transactions,
          report,
          leftAlone);
    }
  }

  private void some(
      List<T> held,
      TransactionRepository transactions,
      Consumer<Orphan> report,
      Consumer<LeftAlone> leftAlone) {
    Standings standings = Standings.of(held.stream().map(transaction).toList(), transactions);
    List<T> orphans = new ArrayList<>();
    List<Proof> proofs = new ArrayList<>();
    List<T> done = new ArrayList<>(0);
    for (T one : held) {
      standings
          .of(transaction.apply(one), epoch.apply(one))
          .<Runnable>fold(
              orphaned ->
                  () -> {
                    if (enough.test(orphaned.why())) {
                      orphans.add(one);
                      proofs.add(orphaned.why());
                    }
                  },
              unsettled -> () -> done.add(one),
              alive -> () -> {},
              unproven -> () -> {})
          .run();
    }
    withdraw(orphans, proofs, report);
    if (!done.isEmpty()) {
      // one that was settled after it was seen is not there any more
      stillThere.apply(done).forEach(missed -> leftAlone.accept(unsettled.apply(missed)));
    }
  }

  private void withdraw(List<T> orphans, List<Proof> proofs, Consumer<Orphan> report) {
    if (orphans.isEmpty()) {
      return;
    }
    withdraw
        .apply(orphans)
        .forEach(
            outcomes -> {
              for (int at = 0; at < orphans.size(); at++) {
                report.accept(
                    orphan.of(
                        orphans.get(at), proofs.get(at), Orphan.Outcome.of(outcomes.get(at))));
              }
            });
  }
}
