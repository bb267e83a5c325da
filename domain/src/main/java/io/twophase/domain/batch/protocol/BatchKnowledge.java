package io.twophase.domain.batch.protocol;

import io.twophase.domain.batch.AccountAnswer;
import io.twophase.domain.batch.Batch;
import io.twophase.domain.batch.Member;
import io.twophase.domain.batch.record.BatchRecord;
import io.twophase.domain.batch.record.Members;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.id.Epoch;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.transaction.NewTransaction;
import io.vavr.collection.HashMap;
import io.vavr.collection.HashSet;
import io.vavr.collection.Map;
import io.vavr.collection.Set;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;

/**
 * What a worker of a batch has learnt so far.
 *
 * @param record as it was read last, or as this worker has changed it; of a begin of its own, its
 *     times are not known and not used
 * @param bodies what the members do, of those whose documents are known, whomever they name
 * @param named the members whose documents name the batch, as a majority has them (rule 16)
 * @param answers of the accounts, at the epoch that is owned
 * @param owned the last epoch that was this worker's own, as long as it matters
 * @param isDecisionAnswered whether the last decision was answered, and found the record changed
 * @param end the known outcome that only a withdrawal still stands before
 */
record BatchKnowledge(
    Option<BatchRecord> record,
    Map<TransactionId, NewTransaction> bodies,
    Set<TransactionId> named,
    Map<AccountId, AccountAnswer> answers,
    Option<Epoch> owned,
    boolean isDecisionAnswered,
    Option<BatchResult> end) {

  static final BatchKnowledge NOTHING =
      new BatchKnowledge(
          Option.none(),
          HashMap.empty(),
          HashSet.empty(),
          HashMap.empty(),
          Option.none(),
          false,
          Option.none());

  BatchKnowledge reading(BatchRecord read) {
    return new BatchKnowledge(
        Option.some(read), bodies, named, answers, owned, isDecisionAnswered, end);
  }

  BatchKnowledge knowing(
      Map<TransactionId, NewTransaction> newBodies, Set<TransactionId> newNamed) {
    return new BatchKnowledge(record, newBodies, newNamed, answers, owned, isDecisionAnswered, end);
  }

  /** The worker owns the epoch now: nothing of it is acknowledged yet. */
  BatchKnowledge owning(Epoch epoch) {
    return new BatchKnowledge(
        record, bodies, named, HashMap.empty(), Option.some(epoch), false, end);
  }

  BatchKnowledge disowned() {
    return new BatchKnowledge(record, bodies, named, HashMap.empty(), Option.none(), false, end);
  }

  BatchKnowledge answered(java.util.Map<AccountId, AccountAnswer> more) {
    Map<AccountId, AccountAnswer> all = answers;
    for (java.util.Map.Entry<AccountId, AccountAnswer> each : more.entrySet()) {
      all = all.put(each.getKey(), each.getValue());
    }
    return new BatchKnowledge(record, bodies, named, all, owned, isDecisionAnswered, end);
  }

  BatchKnowledge decisionAnswered(boolean isAnswered) {
    return new BatchKnowledge(record, bodies, named, answers, owned, isAnswered, end);
  }

  BatchKnowledge ending(BatchResult result) {
    return new BatchKnowledge(
        record, bodies, named, answers, owned, isDecisionAnswered, Option.some(result));
  }

  BatchRecord known() {
    return record.getOrElseThrow(() -> new IllegalStateException("no record was read"));
  }

  /** The batch as its run takes it. */
  Batch batch() {
    java.util.Map<TransactionId, Member> members = new java.util.HashMap<>();
    bodies.forEach((id, body) -> members.put(id, Members.of(body)));
    return new Batch(known().members(), members, known().inOrder());
  }

  Batch.Seen seen() {
    return new Batch.Seen(named.toJavaSet(), known().excluded().keySet().toJavaSet());
  }

  /** The accounts of all members that are known, in their order. */
  List<AccountId> accounts() {
    return new ArrayList<>(Batch.accounts(batch().members()));
  }

  /** The accounts that are held at the epoch that is owned. */
  List<AccountId> heldAccounts() {
    return accounts().stream()
        .filter(
            account ->
                answers
                    .get(account)
                    .exists(answer -> answer.fold(held -> true, no -> false, busy -> false)))
        .toList();
  }

  /** The currency of all its members; only where one is known. */
  Currency currency() {
    return Members.currency(bodies.values().head());
  }
}
