package io.twophase.adapter.mongo.command;

import static io.twophase.domain.outcome.MatchOutcome.IN_DOUBT;
import static io.twophase.domain.outcome.MatchOutcome.MATCHED;
import static io.twophase.domain.testing.DomainAssertions.assertThat;
import static io.twophase.domain.testing.Fixtures.APP;
import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.credit;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.adapter.mongo.testing.FaultyServer;
import io.twophase.adapter.mongo.testing.StaleReads;
import io.twophase.domain.account.Account;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.operation.Direction;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.outcome.AccountHoldOutcome;
import io.twophase.domain.outcome.AccountLookup;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.transaction.Transition;
import io.twophase.ports.AccountRepository;
import io.twophase.ports.NewRecord;
import io.twophase.ports.TransactionRepository;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A read may be older than what was written before it, as the majority read of a new primary is.
 * What a write did is told by its own count all the same.
 */
class StaleReadTest {

  /** One of the writes that remove a hold. */
  private interface Removal {
    List<MatchOutcome> remove(AccountRepository accounts, List<Leg> legs);
  }

  private final FaultyServer server = FaultyServer.standalone();
  private final MongoClient client = server.client("");
  private final StaleReads remembering = new StaleReads();
  private final MongoStore store =
      MongoStore.using(client, "bank", MongoStoreSettings.defaults().withProbe(false));
  private final AccountRepository accounts = store.accounts();
  private final TransactionRepository transactions = store.transactions();

  @BeforeEach
  void open() {
    accounts.open(
        List.of(
            account("A").opening(usd("100")),
            account("B").opening(usd("100")),
            account("poor").opening(usd("0"))));
  }

  @AfterEach
  void close() {
    client.close();
    server.close();
  }

  private static Leg leg(String transaction, long epoch, AccountOperation operation) {
    return new Leg(transactionId(transaction), epoch(epoch), operation);
  }

  /** From now on, reads show what is there now. */
  private void readsAreOfNow() {
    server.on("find", remembering);
    accounts.find(List.of(accountId("A")));
    transactions.find(List.of(transactionId("t1")));
    remembering.beStale();
  }

  private Account latest(String id) {
    server.heal();
    return ((AccountLookup.Found) accounts.find(List.of(accountId(id))).get(0)).account();
  }

  static Stream<Arguments> removals() {
    return Stream.of(
        Arguments.of("settle", (Removal) AccountRepository::settle, usd("99.98")),
        Arguments.of("release", (Removal) AccountRepository::release, usd("99.99")),
        Arguments.of("withdraw", (Removal) AccountRepository::withdraw, usd("99.99")));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("removals")
  void ofAGroupOfHoldsOneIsGoneAndTheOthersAreRemovedAllTheSame(
      String name, Removal removal, io.twophase.domain.money.Money left) {
    readsAreOfNow();
    Leg gone = leg("t1", 1, debit("A", cents(1)));
    Leg there = leg("t2", 1, debit("A", cents(1)));
    assertThat(accounts.hold(List.of(gone, there))).containsOnly(AccountHoldOutcome.held());
    accounts.settle(List.of(gone));

    assertThat(removal.remove(accounts, List.of(gone, there))).doesNotContain(IN_DOUBT);

    assertThat(latest("A")).holdsNothing().hasBalance(left).isSound();
  }

  @Test
  void whatIsStampedIsNotTakenForNotStamped() {
    readsAreOfNow();
    accounts.hold(List.of(leg("t1", 1, debit("A", cents(1)))));

    assertThat(
            accounts.stamp(
                List.of(leg("t1", 2, debit("A", cents(1))), leg("t1", 2, credit("B", cents(1))))))
        .containsExactly(MATCHED, MatchOutcome.NOT_MATCHED);
    assertThat(latest("A")).holds("t1", 2, Direction.DEBIT, cents(1));
  }

  @Test
  void whatIsHeldIsNotTakenForRefused() {
    accounts.hold(List.of(leg("before", 1, debit("A", usd("100")))));
    readsAreOfNow();
    accounts.release(List.of(leg("before", 1, debit("A", usd("100")))));

    assertThat(
            accounts.hold(
                List.of(leg("t1", 1, debit("A", usd("1"))), leg("t1", 1, debit("poor", usd("1"))))))
        .element(0)
        .isEqualTo(AccountHoldOutcome.held());
    assertThat(latest("A")).holds("t1", 1, Direction.DEBIT, usd("1"));
  }

  @Test
  void whatIsDecidedAndFinishedIsNotTakenForUndecided() {
    transactions.begin(
        List.of(
            new NewRecord.Begun(transfer("t1", "A", "B", cents(1)), APP, token("x")),
            new NewRecord.Begun(transfer("t2", "A", "B", cents(1)), APP, token("x"))));
    readsAreOfNow();

    assertThat(
            transactions.advance(
                List.of(
                    new Transition.Decide(transactionId("t1"), epoch(1)),
                    new Transition.Decide(transactionId("t2"), epoch(2)))))
        .containsExactly(MATCHED, MatchOutcome.NOT_MATCHED);
    assertThat(
            transactions.advance(
                List.of(
                    new Transition.Finish(transactionId("t2")),
                    new Transition.Finish(transactionId("t1")))))
        .containsExactly(MatchOutcome.NOT_MATCHED, MATCHED);
  }
}
