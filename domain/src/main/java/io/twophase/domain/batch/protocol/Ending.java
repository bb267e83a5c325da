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
   * The record is applied. Who has decided it at the first epoch knows the accounts that are held;
   * any other worker asks the accounts of every member, for an earlier owner may have held them.
   * What moves is held at the decided epoch. An account on which nothing is applied, such as that
   * of a member canceled since, gives back a hold of any epoch (rule 18).
   */
  static BatchWorker settle(BatchWorker worker) {
    BatchKnowledge knowledge = worker.knowledge();
    BatchRecord record = knowledge.known();
    boolean isMine = knowledge.owned().contains(record.epoch());
    Set<TransactionId> happens = new HashSet<>(record.applied());
    Map<AccountId, List<Member>> applied =
        Demand.byAccount(
            knowledge.batch().members().stream()
                .filter(member -> happens.contains(member.id()))
                .toList());
    List<AccountId> accounts =
        isMine && record.epoch().equals(Epoch.FIRST)
            ? knowledge.accounts().stream().filter(knowledge::isHeld).toList()
            : knowledge.accounts();
    return ask(
        worker,
        accounts,
        account ->
            applied.containsKey(account) || (isMine && knowledge.isHeld(account))
                ? new RangeRequest.Settle(
                    account,
                    record.epoch(),
                    Batch.net(account, applied.getOrDefault(account, List.of())))
                : new RangeRequest.Release(account),
        Ending::close);
  }

  /**
   * The holds of all members that are known are ended. Those of a member whose document is not seen
   * may be there still: the read was too old.
   */
  static BatchWorker close(BatchWorker worker) {
    BatchRecord record = worker.knowledge().known();
    BatchTransition closing =
        record.state() == State.APPLIED
            ? new BatchTransition.Finish(worker.id())
            : new BatchTransition.FinishCancel(worker.id());
    return worker.at(
        worker.knowledge().knowsAllHolders() ? new BatchStep.Move(closing) : new BatchStep.Await());
  }

  /** The record is canceling. */
  static BatchWorker release(BatchWorker worker) {
    return ask(worker, worker.knowledge().accounts(), RangeRequest.Release::new, Ending::close);
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
    boolean mayHaveLeftHolds =
        !(worker.goal() instanceof BatchGoal.Cancel)
            && owned.exists(epoch -> isCanceled || !epoch.equals(record.epoch()));
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
