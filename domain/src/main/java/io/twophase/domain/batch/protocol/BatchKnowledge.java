package io.twophase.domain.batch.protocol;

import static java.util.Objects.requireNonNull;

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
import io.vavr.collection.LinkedHashSet;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a worker of a batch has learnt so far. What it is made of is never changed: what is learnt
 * makes another.
 *
 * @param record as it was read last, or as this worker has changed it; of a begin of its own, its
 *     times are not known and not used
 * @param bodies what the members do, as it was asked for here or their documents say; the document
 *     of another transaction under a member's id is none of them
 * @param batch the same of those that are {@code named}, as a run takes them
 * @param named the members whose documents name the batch, as a majority has them (rule 16)
 * @param answers of the accounts, at the epoch that is owned
 * @param owned the last epoch that was this worker's own, as long as it matters
 * @param isDecisionAnswered whether the last decision was answered, and found the record changed
 * @param end the known outcome that only a withdrawal still stands before
 */
record BatchKnowledge(
    Option<BatchRecord> record,
    Map<TransactionId, NewTransaction> bodies,
    Batch batch,
    Set<TransactionId> named,
    io.vavr.collection.Map<AccountId, AccountAnswer> answers,
    Option<Epoch> owned,
    boolean isDecisionAnswered,
    Option<BatchResult> end) {

  static final BatchKnowledge NOTHING =
      new BatchKnowledge(
          Option.none(),
          Map.of(),
          Batch.of(List.of(), false),
          Set.of(),
          HashMap.empty(),
          Option.none(),
          false,
          Option.none());

  BatchKnowledge reading(BatchRecord read) {
    return new BatchKnowledge(
        Option.some(read), bodies, batch, named, answers, owned, isDecisionAnswered, end);
  }

  /** The members that are listed by the record, which was read. */
  BatchKnowledge knowing(
      Map<TransactionId, NewTransaction> newBodies, Set<TransactionId> newNamed) {
    Map<TransactionId, Member> members = new java.util.HashMap<>();
    newNamed.forEach(id -> members.put(id, Members.of(requireNonNull(newBodies.get(id)))));
    return new BatchKnowledge(
        record,
        newBodies,
        new Batch(known().members(), members, known().inOrder()),
        newNamed,
        answers,
        owned,
        isDecisionAnswered,
        end);
  }

  BatchKnowledge naming(Set<TransactionId> newNamed) {
    return knowing(bodies, newNamed);
  }

  /** The worker owns the epoch now: nothing of it is acknowledged yet. */
  BatchKnowledge owning(Epoch epoch) {
    return new BatchKnowledge(
        record, bodies, batch, named, HashMap.empty(), Option.some(epoch), false, end);
  }

  BatchKnowledge disowned() {
    return new BatchKnowledge(
        record, bodies, batch, named, HashMap.empty(), Option.none(), false, end);
  }

  BatchKnowledge answered(Map<AccountId, AccountAnswer> more) {
    return new BatchKnowledge(
        record,
        bodies,
        batch,
        named,
        answers.merge(HashMap.ofAll(more), (before, now) -> now),
        owned,
        isDecisionAnswered,
        end);
  }

  BatchKnowledge decisionAnswered(boolean isAnswered) {
    return new BatchKnowledge(record, bodies, batch, named, answers, owned, isAnswered, end);
  }

  BatchKnowledge ending(BatchResult result) {
    return new BatchKnowledge(
        record, bodies, batch, named, answers, owned, isDecisionAnswered, Option.some(result));
  }

  BatchRecord known() {
    return record.getOrElseThrow(() -> new IllegalStateException("no record was read"));
  }

  Batch.Seen seen() {
    return new Batch.Seen(named, known().excluded().keySet().toJavaSet());
  }

  /**
   * Whether each member for which something may be held is known: who is not has a document that is
   * not seen yet.
   */
  boolean knowsAllHolders() {
    LinkedHashSet<TransactionId> unseen = known().verdict().unseen();
    return known().members().stream().allMatch(id -> named.contains(id) || unseen.contains(id));
  }

  /** The accounts of all members that are named, in their order. */
  List<AccountId> accounts() {
    return new ArrayList<>(Batch.accounts(batch.members()));
  }

  /** Whether the account is held at the epoch that is owned. */
  boolean isHeld(AccountId account) {
    return answers
        .get(account)
        .exists(answer -> answer.fold(held -> true, no -> false, busy -> false));
  }

  /** The currency of all its members; only where one is named. */
  Currency currency() {
    return Members.currency(requireNonNull(bodies.get(named.iterator().next())));
  }
}
