package io.twophase.adapter.mongo;

import static io.twophase.domain.testing.Answers.accepted;
import static io.twophase.domain.testing.Documents.absent;
import static io.twophase.domain.testing.Documents.order;
import static io.twophase.domain.testing.Fixtures.APP;
import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.credit;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.eur;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transaction;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.domain.outcome.BeginOutcome;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.twophase.domain.transaction.Transition;
import io.twophase.ports.NewRecord;
import io.twophase.ports.StoreException;
import io.twophase.ports.TransactionRepository;
import io.twophase.ports.UnfinishedQuery;
import io.twophase.test.contract.Race;
import io.vavr.control.Option;
import java.time.Duration;
import java.util.List;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What all processes of a database agree on: which forms of records are written, and which
 * transactions the accounts' holds are of.
 */
class SharedSettingsTest {

  @RegisterExtension static final FreshDatabase FRESH = Servers.preferred();

  /** As releases before this one have written it. */
  private static final BsonDocument OLDER =
      BsonDocument.parse(
          """
          {_id: "older", source: "A", destination: "B", value: {$numberLong: "100"},
           currency: "USD", state: "pending", epoch: {$numberLong: "1"}, application: "App1",
           token: "owner", createdAt: {$date: "2026-01-02T03:04:05Z"},
           lastModified: {$date: "2026-01-02T03:04:05Z"},
           history: [{state: "pending", epoch: {$numberLong: "1"}, application: "App1",
                      at: {$date: "2026-01-02T03:04:05Z"}}], v: 1}
          """);

  private static final NewTransaction ON_A_DOCUMENT =
      accepted(NewTransaction.of(transactionId("t2"), List.of(absent(order(1))), Option.none()));

  private static NewRecord begun(NewTransaction body) {
    return new NewRecord.Begun(body, APP, token("owner"));
  }

  private static Option<BsonDocument> setting(String collection) {
    return Option.of(
        FRESH
            .collection("twophase_settings")
            .find(BsonDocument.parse("{_id: '" + collection + "'}"))
            .first());
  }

  private static void isSet(String collection, String setting) {
    BsonDocument expected = BsonDocument.parse(setting);
    // that of the records is drawn
    assertThat(setting(collection).peek(found -> found.keySet().retainAll(expected.keySet())))
        .contains(expected);
  }

  /** Of a batch, what may not be written is refused alone. */
  private static void refuses(MongoStore store, NewTransaction body) {
    assertThat(store.isVersion2Allowed()).isFalse();
    assertThat(
            store
                .transactions()
                .begin(
                    List.of(
                        begun(body),
                        begun(transfer("t1", "A", "B", usd("1"))),
                        begun(renamed(body)),
                        begun(transfer("t1", "A", "B", usd("1"))))))
        .containsExactly(
            BeginOutcome.VERSION_NOT_ALLOWED,
            BeginOutcome.BEGUN,
            BeginOutcome.VERSION_NOT_ALLOWED,
            BeginOutcome.ID_TAKEN);
    assertThat(FRESH.collection("transactions").find(BsonDocument.parse("{_id: {$ne: 'older'}}")))
        .extracting(document -> document.getString("_id").getValue())
        .containsExactly("t1");
    FRESH.collection("transactions").deleteOne(BsonDocument.parse("{_id: 't1'}"));
  }

  private static NewTransaction renamed(NewTransaction body) {
    return accepted(NewTransaction.of(transactionId("t9"), body.operations(), Option.none()));
  }

  @Test
  void aNewDatabaseTakesAllFormsFromTheStart() {
    MongoStore store = FRESH.store();

    isSet("transactions", "{_id: 'transactions', writes: 2}");
    isSet("accounts", "{_id: 'accounts', home: 'transactions'}");
    assertThat(store.transactions().begin(List.of(begun(ON_A_DOCUMENT))))
        .containsExactly(BeginOutcome.BEGUN);
  }

  @Test
  void whatTheTutorialHasMadeIsNoOlderRelease() {
    FRESH.collection("accounts").insertOne(BsonDocument.parse("{_id: 'A', balance: 5}"));
    FRESH.store();

    isSet("transactions", "{_id: 'transactions', writes: 2}");
  }

  @Test
  void whereAnOlderReleaseHasBeenItsFormsAreWritten() {
    FRESH.collection("transactions").insertOne(OLDER);
    MongoStore store = FRESH.store();

    isSet("transactions", "{_id: 'transactions', writes: 1}");
    refuses(store, ON_A_DOCUMENT);
    refuses(
        store,
        transaction(
            "t3",
            debit("A", usd("1")),
            credit("B", usd("1")),
            debit("C", eur("1")),
            credit("D", eur("1"))));
    assertThat(store.transactions().begin(List.of(begun(transfer("t1", "A", "B", usd("1"))))))
        .containsExactly(BeginOutcome.BEGUN);
  }

  @Test
  void anOlderReleaseThatHasOnlyAccountsIsSeenToo() {
    FRESH.collection("accounts").insertOne(BsonDocument.parse("{_id: 'A', balance: 5, v: 1}"));

    refuses(FRESH.store(), ON_A_DOCUMENT);
  }

  @Test
  void anOlderReleaseThatHasNothingYetIsSeenByItsIndex() {
    FRESH
        .collection("transactions")
        .createIndex(BsonDocument.parse("{state: 1, lastModified: 1, _id: 1}"));

    refuses(FRESH.store(), ON_A_DOCUMENT);
  }

  @Test
  void allProcessesWriteAllFormsOnceOneHasAllowedIt() {
    FRESH.collection("transactions").insertOne(OLDER);
    MongoStore other = FRESH.store();
    refuses(other, ON_A_DOCUMENT);

    FRESH.store().allowVersion2();
    FRESH.store().allowVersion2();

    isSet("transactions", "{_id: 'transactions', writes: 2}");
    assertThat(other.transactions().begin(List.of(begun(ON_A_DOCUMENT))))
        .containsExactly(BeginOutcome.BEGUN);
    assertThat(other.isVersion2Allowed()).isTrue();
    isSet("accounts", "{_id: 'accounts', home: 'transactions'}");
  }

  @Test
  void recordsOfBothFormsAreFinishedBesideEachOther() {
    FRESH.collection("transactions").insertOne(OLDER);
    MongoStore store = FRESH.store();
    store.allowVersion2();
    TransactionRepository transactions = store.transactions();
    transactions.begin(List.of(begun(ON_A_DOCUMENT)));

    assertThat(transactions.unfinished(new UnfinishedQuery(Duration.ZERO, Option.none(), 9)))
        .extracting(lookup -> ((TransactionLookup.Found) lookup).record().body())
        .containsExactly(transfer("older", "A", "B", usd("1")), ON_A_DOCUMENT);
    assertThat(
            transactions.advance(
                List.of(
                    new Transition.Decide(transactionId("older"), epoch(1)),
                    new Transition.Decide(transactionId("t2"), epoch(1)),
                    new Transition.Decide(transactionId("t2"), epoch(7)))))
        .containsExactly(MatchOutcome.MATCHED, MatchOutcome.MATCHED, MatchOutcome.NOT_MATCHED);
    transactions.advance(
        List.of(
            new Transition.Finish(transactionId("older")),
            new Transition.Finish(transactionId("t2"))));
    assertThat(transactions.find(List.of(transactionId("older"), transactionId("t2"))))
        .extracting(lookup -> ((TransactionLookup.Found) lookup).record())
        .extracting(Transaction::state)
        .containsOnly(State.DONE);
    assertThat(FRESH.collection("transactions").find())
        .extracting(document -> document.getInt32("v").getValue())
        .containsExactlyInAnyOrder(1, 2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"3", "0", "'2'", "{$numberLong: '2'}"})
  void aStoreOfANewerReleaseIsNotOpened(String writes) {
    FRESH
        .collection("twophase_settings")
        .insertOne(BsonDocument.parse("{_id: 'transactions', writes: " + writes + "}"));

    assertThatThrownBy(FRESH::store)
        .isExactlyInstanceOf(StoreException.class)
        .hasMessageMatching(
            "\\S+\\.twophase_settings has writes: \\S+ of transactions, which this version does not"
                + " know");
    assertThat(FRESH.collection("transactions").listIndexes()).isEmpty();
  }

  @Test
  void aSecondHomeIsRefusedByName() {
    FRESH.store().accounts().open(List.of(account("A").opening(usd("1"))));
    MongoStoreSettings other =
        MongoStoreSettings.defaults().withProbe(false).withCollections("accounts", "bookings");

    assertThatThrownBy(() -> FRESH.store(other))
        .isExactlyInstanceOf(UnsafeStoreException.class)
        .hasMessage(
            "the holds of "
                + FRESH.database().getName()
                + ".accounts are of the transactions in transactions (twophase_settings), so it"
                + " cannot be used with those in bookings")
        .satisfies(refused -> assertThat(((UnsafeStoreException) refused).isAllowable()).isFalse());
    assertThatThrownBy(() -> FRESH.store(other.withUnsafeAllowed(true)))
        .isInstanceOf(UnsafeStoreException.class);
    FRESH.store();
    FRESH.store(other.withCollections("konten", "bookings"));
    FRESH.store(other.withCollections("others", "transactions"));
  }

  @Test
  void ofManyHomesAtOnceOneIsTaken() {
    FRESH.database();
    List<Boolean> opened = Race.of(8, runner -> isOpened("transactions" + runner));

    assertThat(opened).containsOnlyOnce(true);
    assertThat(setting("accounts").get().getString("home").getValue())
        .isEqualTo("transactions" + opened.indexOf(true));
  }

  private static boolean isOpened(String transactions) {
    try {
      FRESH.store(
          MongoStoreSettings.defaults().withProbe(false).withCollections("accounts", transactions));
      return true;
    } catch (UnsafeStoreException second) {
      return false;
    }
  }
}
