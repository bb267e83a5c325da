package io.twophase.app.engine;

import io.twophase.app.orphan.Blockers;
import io.twophase.app.owner.Ownership;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.participant.HeldDocument;
import io.twophase.domain.protocol.Step;
import io.twophase.domain.transaction.Transaction;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * What is in the way of transactions that wait for documents. Holds that nobody will ever settle
 * are withdrawn; of the other holders, those are found that nobody works on any more.
 */
final class Obstacles {

  private final Option<Blockers> blockers;
  private final Ownership ownership;
  private final Duration stuckAfter;

  Obstacles(Repositories repositories, Ownership ownership, Duration stuckAfter) {
    this.blockers =
        repositories
            .documents()
            .map(
                there ->
                    new Blockers(there.repository(), there.home(), repositories.transactions()));
    this.ownership = ownership;
    this.stuckAfter = stuckAfter;
  }

  /**
   * The transactions that have to be brought to their ends before the waiting ones can go on.
   *
   * @param waiting runs that wait for room
   */
  List<TransactionId> stuck(List<TransactionRun> waiting) {
    List<HeldDocument> inTheWay = new ArrayList<>(0);
    for (TransactionRun run : waiting) {
      if (run.worker().step() instanceof Step.AwaitRoom step) {
        step.blocker().forEach(inTheWay::add);
      }
    }
    return blockers.isEmpty() || inTheWay.isEmpty()
        ? List.of()
        : stuckOf(blockers.get().clear(inTheWay));
  }

  private List<TransactionId> stuckOf(List<TransactionLookup.Found> holders) {
    Set<Transaction> abandoned =
        ownership.abandoned(holders.stream().map(TransactionLookup.Found::record).toList());
    return holders.stream()
        .filter(
            holder ->
                holder.unmodifiedFor().compareTo(stuckAfter) >= 0
                    || abandoned.contains(holder.record()))
        .map(holder -> holder.record().id())
        .toList();
  }
}
