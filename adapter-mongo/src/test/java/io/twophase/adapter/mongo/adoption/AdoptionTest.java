package io.twophase.adapter.mongo.adoption;

import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.money;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.adapter.mongo.testing.CommandRecorder;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.domain.account.Account;
import io.twophase.domain.account.AccountStatus;
import io.twophase.domain.account.HoldRefusal;
import io.twophase.domain.account.Opening;
import io.twophase.domain.account.OpeningRefusal;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.account.StatusRefusal;
import io.twophase.domain.money.Money;
import io.twophase.domain.operation.Credit;
import io.twophase.domain.operation.Debit;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.outcome.AccountHoldOutcome;
import io.twophase.domain.outcome.AccountLookup;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.outcome.OpenOutcome;
import io.twophase.domain.outcome.StatusOutcome;
import io.twophase.ports.AccountRepository;
import java.util.Currency;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Accounts that MongoDB's tutorial has made are taken over as they stand. */
class AdoptionTest {

  @RegisterExtension static final FreshDatabase FRESH = Servers.inProcess();

  private static final Currency UNITS = Currency.getInstance("XXX");

  private final AccountRepository accounts = FRESH.store().accounts();

  private static void tutorialHas(String document) {
    FRESH.collection("accounts").insertOne(BsonDocument.parse(document));
  }

  private static BsonDocument stored() {
    return FRESH.collection("accounts").find(BsonDocument.parse("{_id: 'A'}")).first();
  }

  private static Leg debit(String transaction, long units) {
    return new Leg(
        transactionId(transaction), epoch(1), new Debit(accountId("A"), new Money(units, UNITS)));
  }

  private static Leg credit(String transaction, long units) {
    return new Leg(
        transactionId(transaction), epoch(1), new Credit(accountId("A"), new Money(units, UNITS)));
  }

  private Account read() {
    return ((AccountLookup.Found) accounts.find(List.of(accountId("A"))).get(0)).account();
  }

  @ParameterizedTest
  @ValueSource(strings = {"100", "100.0", "{$numberLong: '100'}"})
  void anAccountIsAdoptedAtItsFirstHold(String balance) {
    tutorialHas("{_id: 'A', balance: " + balance + ", pendingTransactions: [], name: 'Ann'}");

    assertThat(accounts.hold(List.of(debit("t1", 30)))).containsExactly(AccountHoldOutcome.held());

    assertThat(stored())
        .isEqualTo(
            BsonDocument.parse(
                """
                {_id: "A", balance: {$numberLong: "100"}, name: "Ann",
                 pendingTransactions: [
                   {id: "t1", epoch: {$numberLong: "1"}, debit: {$numberLong: "30"}}],
                 available: {$numberLong: "70"}, receivable: {$numberLong: "9223372036854775707"},
                 status: "active", currency: "XXX", overdraft: {$numberLong: "0"},
                 ceiling: {$numberLong: "9223372036854775807"}, opening: {$numberLong: "100"},
                 openFor: "XXX", v: 1}
                """));
    assertThat(accounts.settle(List.of(debit("t1", 30)))).containsExactly(MatchOutcome.MATCHED);
    assertThat(read().balance()).isEqualTo(70);
  }

  @Test
  void oneWithoutAnyPendingTransactionsIsAdoptedToo() {
    tutorialHas("{_id: 'A', balance: 100}");

    assertThat(accounts.hold(List.of(credit("t1", 1), debit("t2", 100), debit("t3", 1))))
        .containsExactly(
            AccountHoldOutcome.held(),
            AccountHoldOutcome.held(),
            new AccountHoldOutcome.Refused(
                new HoldRefusal.InsufficientFunds(
                    accountId("A"), money("0", UNITS), money("1", UNITS))));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.b", ".x"})
  void oneWithAFieldThatNoGuardCanNameIsRefusedByName(String field) {
    BsonDocument odd = BsonDocument.parse("{_id: 'A', balance: 100, pendingTransactions: []}");
    odd.append(field, new BsonString("x"));
    FRESH.collection("accounts").insertOne(odd);

    AccountHoldOutcome refused = accounts.hold(List.of(debit("t1", 30))).get(0);

    assertThat(refused)
        .isEqualTo(
            new AccountHoldOutcome.Refused(
                new HoldRefusal.AccountCorrupt(
                    accountId("A"),
                    "the field named '"
                        + field
                        + "' cannot be guarded, because of the dot in its name: rename it, then"
                        + " the account can be adopted")));
    assertThat(stored()).isEqualTo(odd);
  }

  @Test
  void readingOrRefusingLeavesItAsItIs() {
    tutorialHas("{_id: 'A', balance: 100, pendingTransactions: []}");
    BsonDocument before = stored();

    assertThat(read().available()).isEqualTo(100);
    assertThat(accounts.hold(List.of(debit("t1", 101))))
        .first()
        .isInstanceOf(AccountHoldOutcome.Refused.class);
    assertThat(accounts.settle(List.of(debit("t1", 1)))).containsExactly(MatchOutcome.NOT_MATCHED);
    assertThat(accounts.change(accountId("A"), StatusChange.CLOSE))
        .isEqualTo(
            new StatusOutcome.Refused(
                new StatusRefusal.NotEmpty(accountId("A"), money("100", UNITS))));
    assertThat(stored()).isEqualTo(before);
  }

  @Test
  void itIsOpenAlreadyWithItsBalance() {
    tutorialHas("{_id: 'A', balance: 100, pendingTransactions: []}");
    Opening same = Opening.of(accountId("A"), money("100", UNITS)).get();
    Opening other = Opening.of(accountId("A"), money("99", UNITS)).get();

    assertThat(accounts.open(List.of(same, other)))
        .containsExactly(
            new OpenOutcome.AlreadyOpen(),
            new OpenOutcome.Refused(new OpeningRefusal.OpenedDifferently(same)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"FREEZE", "UNFREEZE"})
  void itIsAdoptedWhenItsStatusChanges(StatusChange change) {
    tutorialHas("{_id: 'A', balance: 100, pendingTransactions: []}");

    StatusOutcome outcome = accounts.change(accountId("A"), change);

    AccountStatus status =
        change == StatusChange.FREEZE ? AccountStatus.FROZEN : AccountStatus.ACTIVE;
    assertThat(((StatusOutcome.Changed) outcome).account().status()).isEqualTo(status);
    assertThat(stored()).containsKey("v");
    assertThat(read().status()).isEqualTo(status);
  }

  @Test
  void aBalanceThatChangesInBetweenIsNeitherLostNorMadeUp() {
    tutorialHas("{_id: 'A', balance: 100, pendingTransactions: []}");
    CommandRecorder recorder = new CommandRecorder();
    AtomicInteger interruptions = new AtomicInteger();
    recorder.afterEach(
        "find",
        () -> {
          if (interruptions.getAndIncrement() < 2) {
            FRESH
                .collection("accounts")
                .updateOne(
                    BsonDocument.parse("{_id: 'A'}"), BsonDocument.parse("{$inc: {balance: -20}}"));
          }
        });

    try (MongoClient client = recorder.client()) {
      MongoStore store =
          MongoStore.using(client, FRESH.database().getName(), MongoStoreSettings.defaults());
      assertThat(store.accounts().hold(List.of(debit("t1", 30))))
          .containsExactly(AccountHoldOutcome.held());
    }

    assertThat(read().balance()).isEqualTo(60);
    assertThat(read().available()).isEqualTo(30);
    assertThat(read().opening().balance()).isEqualTo(money("60", UNITS));
  }

  @Test
  void aMarkOfTheTutorialThatComesInBetweenStopsIt() {
    tutorialHas("{_id: 'A', balance: 100, pendingTransactions: []}");
    CommandRecorder recorder = new CommandRecorder();
    recorder.afterEach(
        "find",
        () ->
            FRESH
                .collection("accounts")
                .updateOne(
                    BsonDocument.parse("{_id: 'A', pendingTransactions: {$ne: 1}}"),
                    BsonDocument.parse("{$inc: {balance: -20}, $push: {pendingTransactions: 1}}")));

    try (MongoClient client = recorder.client()) {
      MongoStore store =
          MongoStore.using(client, FRESH.database().getName(), MongoStoreSettings.defaults());
      AccountHoldOutcome outcome = store.accounts().hold(List.of(debit("t1", 30))).get(0);
      assertThat(((AccountHoldOutcome.Refused) outcome).refusal().message())
          .startsWith("account A cannot be read: pendingTransactions has marks of the tutorial");
    }

    assertThat(stored())
        .isEqualTo(BsonDocument.parse("{_id: 'A', balance: 80, pendingTransactions: [1]}"));
  }
}
