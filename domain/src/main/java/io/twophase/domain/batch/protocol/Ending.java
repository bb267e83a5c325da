package io.twophase.domain.batch.protocol;

import io.twophase.domain.batch.Batch;
import io.twophase.domain.batch.Member;
import io.twophase.domain.batch.record.BatchRecord;
import io.twophase.domain.batch.record.BatchTransition;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.id.Epoch;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.range.RangeRequest;
import io.twophase.domain.transaction.State;
import io.vavr.control.Option;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** From the decision to the end. */
final class Ending {

  private Ending() {}

  /**
   * The record is applied. Who has decided it knows the accounts that are held; anybody else
   * settles the accounts of every member that the batch lists, whomever its document names by now:
   * a hold may be there for one that has left.
   */
  static BatchWorker settle(BatchWorker worker) {
    BatchKnowledge knowledge = worker.knowledge();
    BatchRecord record = knowledge.known();
    Set<TransactionId> happens = new HashSet<>(record.applied());
    Map<AccountId, List<Member>> applied =
        Demand.byAccount(
            knowledge.batch().members().stream()
                .filter(member -> happens.contains(member.id()))
                .toList());
    List<AccountId> accounts =
        knowledge.owned().contains(record.epoch())
            ? knowledge.heldAccounts()
            : knowledge.accounts();
    return ask(
        worker,
        accounts,
        account ->
            new RangeRequest.Settle(
                account,
                record.epoch(),
                Batch.net(account, applied.getOrDefault(account, List.of()))),
        Ending::settled);
  }

  static BatchWorker settled(BatchWorker worker) {
    return worker.at(new BatchStep.Move(new BatchTransition.Finish(worker.id())));
  }

  /** The record is canceling. */
  static BatchWorker release(BatchWorker worker) {
    return ask(worker, worker.knowledge().accounts(), RangeRequest.Release::new, Ending::released);
  }

  static BatchWorker released(BatchWorker worker) {
    return worker.at(new BatchStep.Move(new BatchTransition.FinishCancel(worker.id())));
  }

  /** Its own holds of an epoch that is over (rule 5). */
  static BatchWorker withdraw(BatchWorker worker, Epoch epoch) {
    return ask(
        worker,
        worker.knowledge().accounts(),
        account -> new RangeRequest.Withdraw(account, epoch),
        Ending::withdrawn);
  }

  static BatchWorker withdrawn(BatchWorker worker) {
    BatchKnowledge knowledge = worker.knowledge();
    if (knowledge.end().isDefined()) {
      return worker.stop(knowledge.end().get());
    }
    return RecordRead.othersWork(
        worker.at(knowledge.disowned(), worker.step()), knowledge.known().epoch());
  }

  /**
   * The record is final, or as good as that. Holds that this worker sent at an epoch that was not
   * decided may have come late: it takes them back before it stops.
   */
  static BatchWorker ended(BatchWorker worker) {
    BatchKnowledge knowledge = worker.knowledge();
    BatchRecord record = knowledge.known();
    BatchResult result =
        record.isTombstone()
            ? new BatchResult.NotBegun()
            : new BatchResult.Decided(record, knowledge.named());
    Option<Epoch> owned = knowledge.owned();
    boolean isCanceled = record.state() == State.CANCELING || record.state() == State.CANCELED;
    boolean mayHaveLeftHolds = owned.exists(epoch -> isCanceled || !epoch.equals(record.epoch()));
    return mayHaveLeftHolds
        ? withdraw(worker.at(knowledge.ending(result), worker.step()), owned.get())
        : worker.stop(result);
  }

  private static BatchWorker ask(
      BatchWorker worker,
      List<AccountId> accounts,
      Function<AccountId, RangeRequest> request,
      Function<BatchWorker, BatchWorker> ifNone) {
    return accounts.isEmpty()
        ? ifNone.apply(worker)
        : worker.at(new BatchStep.OnAccounts(accounts.stream().map(request).toList()));
  }
}
