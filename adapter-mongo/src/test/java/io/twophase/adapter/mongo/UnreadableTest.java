package io.twophase.adapter.mongo;

import static io.twophase.domain.outcome.MatchOutcome.MATCHED;
import static io.twophase.domain.outcome.MatchOutcome.NOT_MATCHED;
import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.domain.account.HoldRefusal;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.outcome.AccountHoldOutcome;
import io.twophase.domain.outcome.AccountLookup;
import io.twophase.domain.outcome.BeginOutcome;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.transaction.Transition;
import io.twophase.ports.AccountRepository;
import io.twophase.ports.NewRecord;
import io.twophase.ports.StoreException;
import io.twophase.ports.TransactionQuery;
import io.twophase.ports.TransactionRepository;
import io.twophase.ports.UnfinishedQuery;
import io.vavr.control.Option;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is stored under an id and cannot be read is told, and left alone. */
class UnreadableTest {

  @RegisterExtension static final FreshDatabase FRESH = Servers.preferred();

  private static final Leg LEG = new Leg(transactionId("t1"), epoch(1), debit("A", usd("0.30")));

  private static final String HOLDING =
      """
      {_id: "A", balance: {$numberLong: "100"}, available: {$numberLong: "70"},
       receivable: {$numberLong: "9223372036854775707"}, pendingTransactions: [%s],
       status: "active", currency: "USD", overdraft: {$numberLong: "0"},
       ceiling: {$numberLong: "9223372036854775807"}, opening: {$numberLong: "100"}, v: 1}
      """;

  private final AccountRepository accounts = FRESH.store().accounts();
  private final TransactionRepository transactions = FRESH.store().transactions();

  private static BsonDocument accountBecomes(String changes, String hold) {
    BsonDocument document = BsonDocument.parse(HOLDING.formatted(hold));
    document.putAll(BsonDocument.parse(changes));
    FRESH.collection("accounts").insertOne(document);
    return document;
  }

  private static BsonDocument stored() {
    return FRESH.collection("accounts").find(BsonDocument.parse("{_id: 'A'}")).first();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {v: 2}              | v is 2, written by another version; this one reads 1
          {balance: 100}      | balance is int32 100, not an int64
          {available: 100.0}  | available is double 100.0, not an int64
          {pendingTransactions: "x"} | pendingTransactions is string 'x', not an array
          {pendingTransactions: null} | pendingTransactions is null, not an array
          {status: "odd"}     | status is 'odd', which is no status
          """)
  void anAccountThatCannotBeReadTakesNoHoldAndIsLeftAlone(String change, String fault) {
    BsonDocument before = accountBecomes(change, "");

    assertThat(accounts.hold(List.of(LEG)))
        .containsExactly(
            new AccountHoldOutcome.Refused(new HoldRefusal.AccountCorrupt(accountId("A"), fault)));
    assertThat(accounts.find(List.of(accountId("A"))))
        .containsExactly(new AccountLookup.Unreadable("A", fault));
    assertThat(accounts.stamp(List.of(LEG))).containsExactly(NOT_MATCHED);
    assertThat(accounts.settle(List.of(LEG))).containsExactly(NOT_MATCHED);
    assertThat(accounts.release(List.of(LEG))).containsExactly(NOT_MATCHED);
    assertThat(accounts.withdraw(List.of(LEG))).containsExactly(NOT_MATCHED);
    assertThat(stored()).isEqualTo(before);
  }

  @Test
  void aHoldThatIsExactlyAsAskedIsEndedAndNothingElseChanges() {
    BsonDocument newer =
        accountBecomes(
            "{v: 2}", "{id: 't1', epoch: {$numberLong: '1'}, debit: {$numberLong: '30'}}");

    assertThat(accounts.settle(List.of(LEG))).containsExactly(MATCHED);
    newer.putAll(
        BsonDocument.parse(
            """
            {balance: {$numberLong: "70"}, receivable: {$numberLong: "9223372036854775737"},
             pendingTransactions: []}
            """));
    assertThat(stored()).isEqualTo(newer);
  }

  @Test
  void aHoldWhoseAmountCannotBeReadIsNeverAcknowledged() {
    BsonDocument odd =
        accountBecomes("{}", "{id: 't1', epoch: {$numberLong: '1'}, debit: 'thirty'}");

    assertThatThrownBy(() -> accounts.settle(List.of(LEG)))
        .isExactlyInstanceOf(StoreException.class)
        .hasMessageStartingWith(
            "account A has a hold of transaction t1 at epoch 1 that does not settle");
    assertThatThrownBy(() -> accounts.release(List.of(LEG))).isInstanceOf(StoreException.class);
    assertThatThrownBy(() -> accounts.withdraw(List.of(LEG))).isInstanceOf(StoreException.class);
    assertThat(stored()).isEqualTo(odd);
  }

  @Test
  void itsStatusIsNotChangedAndItIsNotOpenedAgain() {
    accountBecomes("{v: 2}", "");

    assertThatThrownBy(() -> accounts.change(accountId("A"), StatusChange.FREEZE))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("account A cannot be read: v is 2");
    assertThatThrownBy(() -> accounts.open(List.of(account("A").opening(usd("1")))))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("account A is there and cannot be read: v is 2");
  }

  @Test
  void aScanShowsWhatCannotBeReadInItsPlace() {
    accounts.open(List.of(account("B").opening(usd("1"))));
    accountBecomes("{v: 2}", "");
    FRESH.collection("accounts").insertOne(BsonDocument.parse("{_id: 7, balance: 1}"));
    List<AccountLookup> seen = new ArrayList<>();

    accounts.scan(seen::add);

    assertThat(seen)
        .hasSize(3)
        .contains(new AccountLookup.Unreadable("7", "_id is int32 7, not a string"));
    assertThat(seen.subList(1, 3))
        .extracting(Object::getClass)
        .containsExactly(AccountLookup.Unreadable.class, AccountLookup.Found.class);
  }

  @Test
  void anAccountOfANewerVersionIsAmongThoseThatAreHeld() {
    accountBecomes("{v: 2}", "{id: 't1', epoch: {$numberLong: '1'}, debit: {$numberLong: '30'}}");

    List<AccountLookup> seen = new ArrayList<>();
    accounts.scanHeld(seen::add);

    assertThat(seen)
        .containsExactly(
            new AccountLookup.Unreadable(
                "A", "v is 2, written by another version; this one reads 1"));
  }

  @Test
  void anOpenRecordOfANewerVersionIsToldAndLeftAlone() {
    BsonDocument newer = BsonDocument.parse("{_id: 't1', state: 'pending', epoch: 'new', v: 2}");
    FRESH.collection("transactions").insertOne(newer);

    assertThat(transactions.unfinished(new UnfinishedQuery(Duration.ZERO, Option.none(), 9)))
        .containsExactly(
            new TransactionLookup.Unreadable(
                "t1", "v is 2, written by another version; this one reads 1"));
    assertThat(transactions.begin(List.of(new NewRecord.Tombstone(transactionId("t1")))))
        .containsExactly(BeginOutcome.ID_TAKEN);
    assertThat(transactions.advance(List.of(new Transition.Decide(transactionId("t1"), epoch(1)))))
        .containsExactly(NOT_MATCHED);
    assertThat(FRESH.collection("transactions").find()).containsExactly(newer);
  }

  @Test
  void recordsThatCannotBeReadAreSkippedAsOthersAre() {
    for (String id : List.of("t1", "t2", "t3")) {
      FRESH
          .collection("transactions")
          .insertOne(BsonDocument.parse("{_id: '" + id + "', state: 'pending', v: 2}"));
    }
    UnfinishedQuery query = new UnfinishedQuery(Duration.ZERO, Option.none(), 2);

    assertThat(transactions.unfinished(query.withSkip(1)))
        .extracting(lookup -> ((TransactionLookup.Unreadable) lookup).id())
        .containsExactly("t2", "t3");
  }

  @Test
  void aRecordThatCannotBeReadIsShownBehindAPlaceByItsDate() {
    for (String id : List.of("t1", "t2", "t3")) {
      String date = "{$date: {$numberLong: '" + (id.equals("t3") ? 9 : 10) + "'}}";
      FRESH
          .collection("transactions")
          .insertOne(
              BsonDocument.parse(
                  "{_id: '" + id + "', state: 'pending', v: 2, lastModified: " + date + "}"));
    }
    UnfinishedQuery query = new UnfinishedQuery(Duration.ZERO, Option.none(), 9);
    UnfinishedQuery.Place place =
        new UnfinishedQuery.Place(Instant.ofEpochMilli(10), transactionId("t1"));

    assertThat(
            transactions.unfinished(
                new UnfinishedQuery(
                    query.unmodifiedFor(), query.application(), 9, Option.some(place), 0)))
        .extracting(lookup -> ((TransactionLookup.Unreadable) lookup).id())
        .containsExactly("t2");
  }

  @Test
  void aRecordThatCannotBeReadIsTold() {
    FRESH
        .collection("transactions")
        .insertMany(
            List.of(
                BsonDocument.parse("{_id: 't1', state: 'pending', v: 9}"),
                BsonDocument.parse("{_id: 5, source: 'A', state: 'pending'}")));
    TransactionLookup newer =
        new TransactionLookup.Unreadable(
            "t1", "v is 9, written by another version; this one reads 1");
    TransactionLookup numbered =
        new TransactionLookup.Unreadable("5", "_id is int32 5, not a string");
    List<TransactionLookup> seen = new ArrayList<>();
    transactions.scan(seen::add);

    assertThat(transactions.find(List.of(transactionId("t1")))).containsExactly(newer);
    assertThat(seen).containsExactlyInAnyOrder(newer, numbered);
    assertThat(transactions.latest(new TransactionQuery(Option.none(), Option.none(), 9)))
        .containsExactlyInAnyOrder(newer, numbered);
    assertThat(
            transactions.begin(
                List.of(new NewRecord.Submitted(transfer("t1", "A", "B", usd("1"))))))
        .containsExactly(BeginOutcome.ID_TAKEN);
  }
}
