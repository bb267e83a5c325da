package io.twophase.adapter.inmemory;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.ApplicationName;
import io.twophase.domain.Token;
import io.twophase.domain.TransactionId;
import io.twophase.domain.account.Opening;
import io.twophase.domain.hold.Account;
import io.twophase.domain.hold.HoldRules;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.hold.Target;
import io.twophase.domain.machine.Goal;
import io.twophase.domain.machine.Result;
import io.twophase.domain.machine.Worker;
import io.twophase.domain.operation.HoldLimit;
import io.twophase.domain.record.Member;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.Owner;
import io.twophase.domain.record.Sharing;
import io.twophase.domain.testing.Documents;
import io.twophase.domain.testing.Fixtures;
import io.twophase.domain.testing.Seed;
import io.twophase.domain.transaction.NewTransaction;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName(
    "Workers of random transfers, alone and in batches, a step of one and then of another,")
class RandomRecordsTest {

  private static final int TRANSFERS = 10_000;
  private static final int ACCOUNTS = 12;
  private static final long BALANCE = 40;

  private final InMemoryHolds holds =
      new InMemoryHolds(new HoldRules(Documents.HOME, InMemoryStore.ACCOUNTS, HoldLimit.DEFAULT));
  private final InMemoryRecords records = new InMemoryRecords(Clock.systemUTC());
  private final SynchronousDriver driver = new SynchronousDriver(records, holds);
  private final Map<TransactionId, NewTransaction> asked = new HashMap<>();
  private final Map<TransactionId, Result> told = new HashMap<>();
  private final long[] balances = new long[ACCOUNTS];

  @Test
  @DisplayName("end with the balances that their answers make")
  void balances() {
    Random random = Seed.random("RandomRecordsTest");
    open();
    List<Worker> atWork = new ArrayList<>();
    while (asked.size() < TRANSFERS || !atWork.isEmpty()) {
      if (asked.size() < TRANSFERS && atWork.size() < 6) {
        atWork.add(start(random));
      }
      int at = random.nextInt(atWork.size());
      Worker next = driver.step(atWork.get(at));
      if (next.hasStopped()) {
        atWork.remove(at);
        next.results().forEach((id, result) -> end(id, result, atWork));
      } else {
        atWork.set(at, next);
      }
    }
    assertThat(told.keySet()).isEqualTo(asked.keySet());
    assertThat(told.values().stream().map(Result::kind))
        .contains(Result.Kind.APPLIED, Result.Kind.CANCELED);
    for (int at = 0; at < ACCOUNTS; at++) {
      Account account = account(at);
      assertThat(account.balance()).as("account " + at).isEqualTo(balances[at]);
      assertThat(account.holds()).isEmpty();
      assertThat(account.bounds().available()).isEqualTo(account.balance());
    }
  }

  private void open() {
    List<Opening> openings = new ArrayList<>();
    for (int at = 0; at < ACCOUNTS; at++) {
      balances[at] = BALANCE;
      openings.add(
          Fixtures.account("a" + at)
              .ceiling(Fixtures.cents(at % 3 == 0 ? 2 * BALANCE : 100 * BALANCE))
              .opening(Fixtures.cents(BALANCE)));
    }
    holds.accounts(Clock.systemUTC()).open(openings);
  }

  private Account account(int at) {
    return holds
        .find(List.of(new Target.OfAccount(Fixtures.accountId("a" + at))))
        .get(0)
        .stored()
        .get()
        .fold(
            account -> account,
            document -> {
              throw new IllegalStateException(document + " is no account");
            });
  }

  private Worker start(Random random) {
    if (random.nextInt(3) > 0) {
      return alone(transfer(random));
    }
    Sharing sharing = new Sharing(InMemoryStore.ACCOUNTS);
    List<NewTransaction> members = new ArrayList<>();
    for (int each = random.nextInt(8) + 2; each > 0; each--) {
      NewTransaction body = transfer(random);
      assertThat(sharing.takes(Member.of(body))).isTrue();
      members.add(body);
    }
    Owner owner = owner();
    RecordId id = new RecordId("batch:" + asked.size());
    return Worker.start(Goal.run(NewRecord.several(id, members, false, owner)), owner);
  }

  private Worker alone(NewTransaction body) {
    Owner owner = owner();
    return Worker.start(Goal.run(NewRecord.alone(body, owner)), owner);
  }

  private int owners;

  private Owner owner() {
    return new Owner(new ApplicationName("test"), new Token("w" + owners++));
  }

  private NewTransaction transfer(Random random) {
    TransactionId id = new TransactionId("t" + asked.size());
    int from = random.nextInt(ACCOUNTS);
    int to = (from + 1 + random.nextInt(ACCOUNTS - 1)) % ACCOUNTS;
    var source = Fixtures.accountId("a" + from);
    var destination = Fixtures.accountId("a" + to);
    var amount = Fixtures.cents(1 + random.nextInt(30));
    NewTransaction body =
        (random.nextInt(8) == 0
                ? NewTransaction.transferAtMost(id, source, destination, amount)
                : NewTransaction.transfer(id, source, destination, amount))
            .get();
    asked.put(id, body);
    return body;
  }

  /** A member that was left out goes on alone; each transaction is answered once. */
  private void end(TransactionId id, Result result, List<Worker> atWork) {
    if (result.kind() == Result.Kind.LEFT_OUT) {
      atWork.add(alone(asked.get(id)));
      return;
    }
    assertThat(result.isFinished()).isTrue();
    assertThat(told.put(id, result)).as(id + " is answered twice").isNull();
    if (result.kind() == Result.Kind.APPLIED) {
      NewTransaction body = asked.get(id);
      long asks = body.accountOperations().get(0).amount().minor();
      long moved = result.moved().isEmpty() ? asks : result.moved().get(0);
      balances[place(body, 0)] -= moved;
      balances[place(body, 1)] += moved;
    } else {
      assertThat(result.kind()).as(id + ": " + result).isEqualTo(Result.Kind.CANCELED);
    }
  }

  private static int place(NewTransaction body, int operation) {
    return Integer.parseInt(body.accountOperations().get(operation).account().value().substring(1));
  }
}
