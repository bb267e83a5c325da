package io.twophase.app.network.storm;

import io.twophase.app.statement.StatementAnswer;
import io.twophase.app.statement.StatementAuditor;
import io.twophase.app.statement.Statements;
import io.twophase.app.testing.Books;
import io.twophase.app.transfer.Request;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.domain.AccountId;
import io.twophase.domain.TransactionId;
import io.twophase.domain.account.Opening;
import io.twophase.domain.hold.Account;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.Refusal;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.twophase.ports.Store;
import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;

/**
 * What was asked and what was answered, kept apart from the store; and what is wrong with the store
 * in the end, if anything.
 */
public final class Ledger {

  private final List<Opening> openings;
  private final Map<TransactionId, Request> asked = new HashMap<>();
  private final Map<TransactionId, Transaction> records = new HashMap<>();
  private final Queue<TransactionOutcome> answers = new ConcurrentLinkedQueue<>();
  private final LongAdder unknown = new LongAdder();
  private final LongAdder applied = new LongAdder();
  private long takenOver;
  private long ofMany;

  /** The ledger of these requests, on accounts that were opened so. */
  public Ledger(List<Opening> openings, List<? extends Request> requests) {
    this.openings = openings;
    requests.forEach(request -> asked.put(request.id(), request));
  }

  /** A caller had this answer. */
  void answered(TransactionOutcome outcome) {
    if (outcome instanceof TransactionOutcome.Unknown
        || outcome instanceof TransactionOutcome.NotAsked) {
      unknown.increment();
    } else {
      answers.add(outcome);
      applied.add(outcome instanceof TransactionOutcome.Applied ? 1 : 0);
    }
  }

  /** Compares, at rest: each line says what is wrong. */
  public List<String> faults(Store store) {
    store
        .records()
        .scan(
            Optional.empty(),
            lookup -> {
              Transaction found = lookup.transaction().orElseThrow();
              records.put(found.id(), found);
              ofMany += lookup.member().isPresent() ? 1 : 0;
            });
    takenOver = records.values().stream().filter(record -> record.epoch().value() > 1).count();
    List<String> faults = new ArrayList<>();
    records.values().forEach(record -> check(record, faults));
    answers.forEach(answer -> check(answer, faults));
    check(store, replayed(), faults);
    return faults;
  }

  private void check(Transaction record, List<String> faults) {
    if (!record.state().isFinal()) {
      faults.add(record.id() + " is left " + record.state());
    }
    Request request = asked.get(record.id());
    boolean asRequested =
        record.body().isTombstone()
            || (request != null
                && request.transaction().exists(body -> body.asksTheSameAs(record.body())));
    if (!asRequested) {
      faults.add(record.id() + " is not what was asked: " + record.body());
    }
  }

  private void check(TransactionOutcome answer, List<String> faults) {
    Transaction record = records.get(answer.id());
    boolean asRecorded;
    if (answer instanceof TransactionOutcome.Applied applied) {
      asRecorded =
          record != null
              && record.state() == State.DONE
              && applied.moved().isPresent() == record.body().isAtMost()
              && applied
                  .moved()
                  .map(moved -> record.capturedOperations().get(0).amount().equals(moved))
                  .orElse(true);
    } else {
      Refusal refusal = ((TransactionOutcome.Refused) answer).reason();
      asRecorded =
          refusal instanceof CancelReason
              ? record != null
                  && record.state() == State.CANCELED
                  && record.reason().filter(why -> why.said().equals(refusal)).isPresent()
              : record == null;
    }
    if (!asRecorded) {
      faults.add("answered " + answer + ", recorded " + record);
    }
  }

  /** The lines of each statement are all that moved anything on its account, at rest. */
  List<String> faultsOfStatements(Store store) {
    List<String> faults = new ArrayList<>();
    Statements statements = new Statements(store, () -> Duration.ZERO);
    openings.forEach(opening -> check(statements, opening.id(), faults));
    return faults;
  }

  private void check(Statements statements, AccountId account, List<String> faults) {
    Map<TransactionId, Long> moved = new HashMap<>();
    for (Transaction record : records.values()) {
      BigInteger effect = Books.replayed(Map.of(), List.of(record)).get(account);
      if (effect != null) {
        moved.put(record.id(), effect.longValueExact());
      }
    }
    StatementAuditor.faults(((StatementAnswer.Found) statements.of(account)).statement(), moved)
        .forEach(fault -> faults.add("statement of " + account + ": " + fault));
  }

  private Map<AccountId, BigInteger> replayed() {
    Map<AccountId, BigInteger> balances = new HashMap<>();
    openings.forEach(
        opening -> balances.put(opening.id(), BigInteger.valueOf(opening.balance().minor())));
    return Books.replayed(balances, records.values());
  }

  private static void check(Store store, Map<AccountId, BigInteger> replayed, List<String> faults) {
    store
        .holds()
        .scan(
            store.accounts().collection(),
            false,
            sight -> {
              Account account = (Account) sight.stored().orElseThrow();
              BigInteger expected = replayed.get(account.id());
              if (!BigInteger.valueOf(account.balance().minor()).equals(expected)) {
                faults.add(
                    account.id()
                        + " has "
                        + account.balance().minor()
                        + ", by the records "
                        + expected);
              }
              if (!account.holds().isEmpty()) {
                faults.add(account.id() + " holds " + account.holds());
              }
            });
  }

  /** The records that {@link #faults} has read. */
  public Map<TransactionId, Transaction> records() {
    return records;
  }

  /** The number of transactions that records of several have decided. */
  long ofMany() {
    return ofMany;
  }

  @Override
  public String toString() {
    return "%,d asked, %,d taken over; %,d certain answers, %,d of them applied; %,d unknown"
        .formatted(asked.size(), takenOver, answers.size(), applied.sum(), unknown.sum());
  }
}
