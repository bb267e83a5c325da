package io.twophase.adapter.mongo.adoption;

import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.money;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.testing.CommandRecorder;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Holding;
import io.twophase.adapter.mongo.testing.Requests;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.domain.account.AccountStatus;
import io.twophase.domain.account.Opening;
import io.twophase.domain.account.OpeningRefusal;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.account.StatusRefusal;
import io.twophase.domain.hold.Claim.Answer;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Hold.Range;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.OpenOutcome;
import io.twophase.domain.record.StatusOutcome;
import java.util.Currency;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Accounts that MongoDB's tutorial has made are taken over as they stand. */
class AdoptionTest {

  @RegisterExtension static final FreshDatabase FRESH = Servers.inProcess();

  private static final Currency UNITS = Currency.getInstance("XXX");

  private static final Target A = new Target.OfAccount(accountId("A"));

  private final MongoStore store = FRESH.store();
  private final Holding holding = new Holding(store);

  private static void tutorialHas(String document) {
    FRESH.put("accounts", document);
  }

  private static BsonDocument stored() {
    return FRESH.one("accounts", "{_id: 'A'}");
  }

  private static Placing debit(String record, long units) {
    return Requests.range(record, 1, "A", Range.whole(units, 0), UNITS);
  }

  private static Placing credit(String record, long units) {
    return Requests.range(record, 1, "A", Range.whole(0, units), UNITS);
  }

  @ParameterizedTest
  @ValueSource(strings = {"100", "100.0", "{$numberLong: '100'}"})
  void anAccountIsAdoptedAtItsFirstHold(String balance) {
    tutorialHas("{_id: 'A', balance: " + balance + ", pendingTransactions: [], name: 'Ann'}");

    holding.held(debit("t1", 30));

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
    holding.settled(debit("t1", 30));
    assertThat(holding.account("A").balance().minor()).isEqualTo(70);
  }

  @Test
  void oneWithoutAnyPendingTransactionsIsAdoptedToo() {
    tutorialHas("{_id: 'A', balance: 100}");

    holding.held(credit("t1", 1));
    holding.held(debit("t2", 100));
    assertThat(holding.place(debit("t3", 1)).kind()).isEqualTo(Answer.Kind.SHORT);
  }

  @Test
  void readingOrRefusingLeavesItAsItIs() {
    tutorialHas("{_id: 'A', balance: 100, pendingTransactions: []}");
    BsonDocument before = stored();

    assertThat(holding.account("A").available().minor()).isEqualTo(100);
    assertThat(holding.place(debit("t1", 101)).kind()).isEqualTo(Answer.Kind.SHORT);
    assertThat(holding.settle(List.of(debit("t1", 1)))).containsExactly(MatchOutcome.NOT_MATCHED);
    assertThat(store.accounts().change(accountId("A"), StatusChange.CLOSE))
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

    assertThat(store.accounts().open(List.of(same, other)))
        .containsExactly(
            new OpenOutcome.AlreadyOpen(),
            new OpenOutcome.Refused(new OpeningRefusal.OpenedDifferently(same)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"FREEZE", "UNFREEZE"})
  void itIsAdoptedWhenItsStatusChanges(StatusChange change) {
    tutorialHas("{_id: 'A', balance: 100, pendingTransactions: []}");

    StatusOutcome outcome = store.accounts().change(accountId("A"), change);

    AccountStatus status =
        change == StatusChange.FREEZE ? AccountStatus.FROZEN : AccountStatus.ACTIVE;
    assertThat(((StatusOutcome.Changed) outcome).account().status()).isEqualTo(status);
    assertThat(stored()).containsKey("v");
    assertThat(holding.account("A").status()).isEqualTo(status);
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
            FRESH.change("accounts", "{_id: 'A'}", "{$inc: {balance: -20}}");
          }
        });

    try (MongoClient client = recorder.client()) {
      assertThat(of(client).place(debit("t1", 30)).kind()).isEqualTo(Answer.Kind.HELD);
    }

    assertThat(holding.account("A").balance().minor()).isEqualTo(60);
    assertThat(holding.account("A").available().minor()).isEqualTo(30);
    assertThat(holding.account("A").opening().balance()).isEqualTo(money("60", UNITS));
  }

  private static Holding of(MongoClient client) {
    return new Holding(FRESH.store(client));
  }

  @Test
  void aMarkOfTheTutorialThatComesInBetweenStopsIt() {
    tutorialHas("{_id: 'A', balance: 100, pendingTransactions: []}");
    CommandRecorder recorder = new CommandRecorder();
    recorder.afterEach(
        "find",
        () ->
            FRESH.change(
                "accounts",
                "{_id: 'A', pendingTransactions: {$ne: 1}}",
                "{$inc: {balance: -20}, $push: {pendingTransactions: 1}}"));

    try (MongoClient client = recorder.client()) {
      assertThat(of(client).place(debit("t1", 30)).reason().orElseThrow().message())
          .startsWith("account A cannot be read: pendingTransactions has marks of the tutorial");
    }

    assertThat(stored())
        .isEqualTo(BsonDocument.parse("{_id: 'A', balance: 80, pendingTransactions: [1]}"));
  }
}
