package io.twophase.domain.batch.protocol;

import io.twophase.domain.batch.record.BatchRecord;
import io.twophase.domain.batch.record.MemberDocument;
import io.twophase.domain.batch.record.NewBatch;
import io.twophase.domain.id.Epoch;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.outcome.BeginOutcome;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.transaction.NewTransaction;
import io.vavr.control.Option;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** From the inserts to the first holds. */
final class Beginning {

  private Beginning() {}

  static BatchWorker begun(BatchWorker worker, NewBatch batch, BatchEvent.Begun event) {
    return switch (event.record()) {
      case BEGUN ->
          event.members().contains(BeginOutcome.IN_DOUBT)
              ? worker.at(new BatchStep.ReadRecord())
              : inserted(worker, batch, event.members());
      case ID_TAKEN, IN_DOUBT -> worker.at(new BatchStep.ReadRecord());
    };
  }

  private static BatchWorker inserted(
      BatchWorker worker, NewBatch batch, List<BeginOutcome> members) {
    Map<TransactionId, NewTransaction> bodies = new HashMap<>();
    Set<TransactionId> named = new HashSet<>();
    List<TransactionId> taken = new ArrayList<>();
    for (int at = 0; at < members.size(); at++) {
      NewTransaction body = batch.transfers().get(at);
      bodies.put(body.id(), body);
      if (members.get(at) == BeginOutcome.BEGUN) {
        named.add(body.id());
      } else {
        taken.add(body.id());
      }
    }
    BatchKnowledge knowledge =
        worker
            .knowledge()
            .reading(BatchRecord.begun(batch, worker.owner(), Instant.EPOCH))
            .knowing(bodies, named)
            .owning(Epoch.FIRST);
    return taken.isEmpty()
        ? Holding.enter(worker, knowledge, Epoch.FIRST)
        : worker.at(knowledge, new BatchStep.ReadTaken(taken));
  }

  /** Of the transfers whose ids were taken, those that are free are to be taken. */
  static BatchWorker takenSeen(BatchWorker worker, List<BatchEvent.Taken> seen) {
    BatchKnowledge knowledge = worker.knowledge();
    Set<TransactionId> named = new HashSet<>(knowledge.named());
    List<MemberDocument> free = new ArrayList<>();
    for (BatchEvent.Taken taken : seen) {
      for (MemberDocument document : taken.lookup().member()) {
        if (document.batch().equals(worker.id())) {
          named.add(document.id());
        } else if (isFree(knowledge, document, taken)) {
          free.add(document);
        }
      }
    }
    BatchKnowledge knowing = knowledge.naming(named);
    return free.isEmpty()
        ? Holding.enter(worker, knowing, Epoch.FIRST)
        : worker.at(knowing, new BatchStep.Take(free));
  }

  private static boolean isFree(
      BatchKnowledge knowledge, MemberDocument document, BatchEvent.Taken taken) {
    return taken.batch().exists(batch -> batch.frees(document.id()))
        && Option.of(knowledge.bodies().get(document.id())).exists(document.body()::asksTheSameAs);
  }

  /** One that was not taken, or in doubt, is left out: its document says whose it is. */
  static BatchWorker took(
      BatchWorker worker, List<MemberDocument> free, List<MatchOutcome> outcomes) {
    BatchKnowledge knowledge = worker.knowledge();
    Set<TransactionId> named = new HashSet<>(knowledge.named());
    for (int at = 0; at < free.size(); at++) {
      if (outcomes.get(at) == MatchOutcome.MATCHED) {
        named.add(free.get(at).id());
      }
    }
    return Holding.enter(worker, knowledge.naming(named), Epoch.FIRST);
  }

  static BatchWorker buried(BatchWorker worker, BeginOutcome outcome) {
    return switch (outcome) {
      case BEGUN -> worker.stop(new BatchResult.NotBegun());
      case ID_TAKEN, IN_DOUBT -> worker.at(new BatchStep.ReadRecord());
    };
  }
}
