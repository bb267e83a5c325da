package io.twophase.app.orphan;

import io.twophase.domain.id.TransactionId;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.participant.HeldDocument;
import io.twophase.domain.participant.Home;
import io.twophase.ports.DocumentRepository;
import io.twophase.ports.TransactionRepository;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Looks at holds that keep a transaction waiting. Those that nobody will ever settle are withdrawn,
 * so that a process that has died, or a message that has come late, keeps nobody out. Safe at any
 * moment, beside any number of workers. Thread-safe.
 */
public final class Blockers {

  private final DocumentRepository documents;
  private final Home home;
  private final TransactionRepository transactions;

  /**
   * The holds on documents of one store.
   *
   * @param home where the records of {@code transactions} are
   */
  public Blockers(DocumentRepository documents, Home home, TransactionRepository transactions) {
    this.documents = documents;
    this.home = home;
    this.transactions = transactions;
  }

  /**
   * Withdraws those of the holds that are orphans, by their records. What is in doubt then may
   * still be there: whoever waits asks again.
   *
   * @param blockers holds that were seen before this call; those of other homes are left alone,
   *     since their records are elsewhere
   * @return the records of the other holds' transactions, which are not finished, once each: any of
   *     them that is stuck has to be recovered before the document is free
   * @throws io.twophase.ports.StoreException if the records cannot be read, or a withdrawal is
   *     impossible
   */
  public List<TransactionLookup.Found> clear(List<HeldDocument> blockers) {
    List<HeldDocument> ours =
        blockers.stream().filter(blocker -> blocker.hold().home().equals(home)).distinct().toList();
    if (ours.isEmpty()) {
      return List.of();
    }
    Standings standings =
        Standings.of(ours.stream().map(held -> held.hold().transaction()).toList(), transactions);
    List<HeldDocument> orphans = new ArrayList<>();
    Map<TransactionId, TransactionLookup.Found> unfinished = new LinkedHashMap<>();
    for (HeldDocument held : ours) {
      standings
          .of(held.hold().transaction(), held.hold().epoch())
          .<Runnable>fold(
              orphaned -> () -> orphans.add(held),
              unsettled -> () -> {},
              alive -> () -> unfinished.put(alive.record().record().id(), alive.record()),
              unproven -> () -> {})
          .run();
    }
    if (!orphans.isEmpty()) {
      documents.withdraw(orphans);
    }
    return List.copyOf(unfinished.values());
  }
}
