package io.twophase.domain.batch.protocol;

import io.twophase.domain.batch.Run;
import io.twophase.domain.batch.Verdict;
import io.twophase.domain.batch.record.BatchTransition;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.id.Epoch;
import io.twophase.domain.range.Range;
import io.twophase.domain.range.RangeRequest;
import java.util.ArrayList;
import java.util.List;

/** From an epoch that is owned to the decision. */
final class Holding {

  private Holding() {}

  /**
   * The worker owns {@code epoch} now. At the first one nothing can be held yet, so the holds are
   * sent as if the sums fit, but for sums that no account has; later, each account is read before.
   */
  static BatchWorker enter(BatchWorker worker, BatchKnowledge knowledge, Epoch epoch) {
    BatchKnowledge owning = knowledge.owning(epoch);
    List<RangeRequest> requests = new ArrayList<>();
    Demand demand = Demand.of(owning);
    for (AccountId account : demand.accounts()) {
      Range sums = demand.sums(account);
      requests.add(
          epoch.equals(Epoch.FIRST) && !sums.isReduced()
              ? hold(owning, account, sums)
              : new RangeRequest.Look(account, owning.currency()));
    }
    return requests.isEmpty()
        ? decide(worker, owning)
        : worker.at(owning, new BatchStep.OnAccounts(requests));
  }

  static RangeRequest hold(BatchKnowledge knowledge, AccountId account, Range range) {
    Epoch epoch =
        knowledge.owned().getOrElseThrow(() -> new IllegalStateException("no epoch is owned"));
    return new RangeRequest.Hold(account, epoch, range, knowledge.currency());
  }

  /** Every account has answered: the run says which members happen. */
  static BatchWorker decide(BatchWorker worker, BatchKnowledge knowledge) {
    Verdict verdict =
        Run.of(
            knowledge.batch(),
            knowledge.seen(),
            knowledge.answers().toJavaMap(),
            knowledge::currency);
    Epoch epoch =
        knowledge.owned().getOrElseThrow(() -> new IllegalStateException("no epoch is owned"));
    return worker.at(
        knowledge.decisionAnswered(false),
        new BatchStep.Move(
            new BatchTransition.Decide(worker.id(), epoch, knowledge.known().excluded(), verdict)));
  }
}
