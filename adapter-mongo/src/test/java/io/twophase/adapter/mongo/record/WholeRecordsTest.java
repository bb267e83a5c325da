package io.twophase.adapter.mongo.record;

import static io.twophase.domain.testing.Documents.value;
import static io.twophase.domain.testing.Fixtures.APP;
import static io.twophase.domain.testing.Fixtures.USD;
import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.eur;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.WriteConcern;
import com.mongodb.client.MongoDatabase;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.adapter.mongo.atomic.ServerTransactions;
import io.twophase.adapter.mongo.hold.MongoHolds;
import io.twophase.adapter.mongo.server.ServerClock;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.domain.account.Opening;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.hold.Answer;
import io.twophase.domain.hold.Claim;
import io.twophase.domain.hold.Ending;
import io.twophase.domain.hold.Placing;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.operation.AddToField;
import io.twophase.domain.operation.RemoveDocument;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.record.Claims;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.Member;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.Owner;
import io.twophase.domain.testing.Seed;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import io.twophase.ports.Holds;
import io.twophase.ports.Whole;
import io.vavr.control.Option;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Function;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("A record that runs as one transaction of the server leaves what the protocol leaves")
class WholeRecordsTest {

  private static final int RECORDS = 60;
  private static final Owner OWNER = new Owner(APP, token("x"));
  private static final List<Opening> ACCOUNTS =
      List.of(
          account("A").opening(cents(60)),
          account("B").overdraft(cents(20)).ceiling(cents(90)).opening(cents(10)),
          account("C").ceiling(cents(30)).opening(cents(0)),
          account("E").opening(eur("1")));

  @RegisterExtension static final FreshDatabase FRESH = Servers.transactional();

  private final MongoStore whole = store(FRESH.database().getName(), true);
  private int committed;

  private static MongoStore store(String database, boolean isWhole) {
    MongoDatabase made = FRESH.client().getDatabase(database);
    for (int at = 0; at < 4; at++) {
      made.getCollection("orders", BsonDocument.class)
          .withWriteConcern(WriteConcern.MAJORITY)
          .insertOne(BsonDocument.parse("{_id: 'o" + at + "', n: NumberLong(50), a: 1}"));
    }
    MongoStore store =
        MongoStore.using(
            FRESH.client(),
            database,
            MongoStoreSettings.defaults().withProbe(false).withServerTransactions(isWhole));
    store.ownAccounts().open(ACCOUNTS);
    return store;
  }

  private static Map<String, BsonDocument> stored(String database) {
    Map<String, BsonDocument> all = new TreeMap<>();
    for (String name : List.of("accounts", "transactions", "orders")) {
      FRESH
          .client()
          .getDatabase(database)
          .getCollection(name, BsonDocument.class)
          .find()
          .forEach(document -> all.put(name + document.get("_id"), timeless(document)));
    }
    return all;
  }

  private static BsonDocument timeless(BsonDocument document) {
    List.of("createdAt", "lastModified", "decidedAt", "finishedAt", "endedAt")
        .forEach(document::remove);
    BsonValue last = document.get("lastTransaction");
    if (last != null) {
      // it names the store's own home
      last.asDocument().put("home", new BsonString("home"));
    }
    return new BsonDocument(
        new TreeMap<>(document)
            .entrySet().stream()
                .map(field -> new org.bson.BsonElement(field.getKey(), field.getValue()))
                .toList());
  }

  @Test
  void randomRecordsLeaveWhatTheProtocolLeaves() {
    assertThat(difference(whole.records()::tryWhole)).isEmpty();
    assertThat(committed).isGreaterThan(RECORDS / 2);
  }

  /** Ends that are answered and not made, or that are made without their effect. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aFaultOfItIsFound(boolean isMadeWithoutEffect) {
    ServerTransactions transactions =
        new ServerTransactions(
            FRESH.client(),
            FRESH.database().getCollection("twophase_probe", BsonDocument.class),
            WriteConcern.MAJORITY);
    WholeRecords planted =
        new WholeRecords(
            transactions,
            session -> faulty(((MongoHolds) whole.holds()).in(session), isMadeWithoutEffect),
            FRESH.collection("transactions"),
            USD,
            new ServerClock(Clock.systemUTC(), Option::none));

    assertThat(difference(planted::run)).isNotEmpty();
  }

  private static Holds faulty(Holds sound, boolean isMadeWithoutEffect) {
    return (Holds)
        Proxy.newProxyInstance(
            Holds.class.getClassLoader(),
            new Class<?>[] {Holds.class},
            (proxy, method, args) -> {
              if (!method.getName().equals("end")) {
                return method.invoke(sound, args);
              }
              List<Ending> ends = new ArrayList<>();
              for (Object one : (List<?>) args[0]) {
                Ending end = (Ending) one;
                ends.add(Ending.withdraw(end.record(), end.claim().get(), epoch(1), Option.none()));
              }
              return isMadeWithoutEffect
                  ? sound.end(ends)
                  : Collections.nCopies(ends.size(), MatchOutcome.MATCHED);
            });
  }

  /** The first record that leaves something else than by the protocol, if one does. */
  private Option<String> difference(Function<NewRecord, Whole> tried) {
    String other = FRESH.another();
    MongoStore protocol = store(other, false);
    Random random = Seed.random("WholeRecordsTest");
    committed = 0;
    for (int at = 0; at < RECORDS; at++) {
      NewRecord record = RandomRecords.of(random, at, OWNER);
      Whole told = tried.apply(record);
      if (told.kind() != Whole.Kind.COMMITTED) {
        assertThat(read(record.id()).kind()).isEqualTo(Lookup.Kind.ABSENT);
      } else {
        committed++;
        Driven.run(protocol.records(), protocol.holds(), record, OWNER);
        assertThat(told.record()).isEqualTo(read(record.id()).record());
        Option<String> difference = difference(other);
        if (difference.isDefined()) {
          return difference.map(found -> record + " leaves " + found);
        }
      }
    }
    return Option.none();
  }

  private static Option<String> difference(String other) {
    var left = stored(FRESH.database().getName()).entrySet();
    var expected = stored(other).entrySet();
    return Option.when(
        !left.equals(expected),
        () ->
            left.stream().filter(each -> !expected.contains(each)).toList()
                + ", by the protocol "
                + expected.stream().filter(each -> !left.contains(each)).toList());
  }

  private Lookup read(RecordId id) {
    return whole.records().find(List.of(id)).get(0);
  }

  @Test
  void whatOthersHoldOrHaveTakenIsInTheWay() {
    NewTransaction body =
        new NewTransaction(
            transactionId("t1"),
            List.of(new AddToField(RandomRecords.ORDERS.document(value("o1")), "n", 1, 0, 100)),
            Option.none());
    Claim held =
        Claims.of(
                List.of(
                    Member.of(
                        new NewTransaction(
                            transactionId("other"),
                            List.of(
                                new RemoveDocument(
                                    RandomRecords.ORDERS.document(value("o1")), List.of())),
                            Option.none()))),
                false)
            .all()
            .get(0);
    assertThat(
            whole
                .holds()
                .place(List.of(new Placing(new RecordId("other"), epoch(1), held)))
                .get(0)
                .kind())
        .isEqualTo(Answer.Kind.HELD);
    var before = stored(FRESH.database().getName());

    assertThat(whole.records().tryWhole(NewRecord.alone(body, OWNER)).kind())
        .isEqualTo(Whole.Kind.CONTENDED);
    assertThat(stored(FRESH.database().getName())).isEqualTo(before);

    NewRecord taken = NewRecord.alone(transfer("t2", "A", "B", cents(1)), OWNER);
    whole.records().insert(List.of(NewRecord.submitted(transfer("t2", "A", "B", cents(2)))));
    assertThat(whole.records().tryWhole(taken).kind()).isEqualTo(Whole.Kind.CONTENDED);
    NewRecord member =
        NewRecord.several(
            new RecordId("batch:1"), List.of(transfer("t2", "A", "B", cents(1))), false, OWNER);
    assertThat(whole.records().tryWhole(member).kind()).isEqualTo(Whole.Kind.CONTENDED);
    assertThat(read(new RecordId("batch:1")).kind()).isEqualTo(Lookup.Kind.ABSENT);
  }

  @Test
  void whatAnOpenTransactionOfAnotherWritesIsInTheWay() {
    try (var session = FRESH.client().startSession()) {
      session.startTransaction();
      FRESH
          .database()
          .getCollection("accounts", BsonDocument.class)
          .updateOne(
              session,
              BsonDocument.parse("{_id: 'A'}"),
              BsonDocument.parse("{$set: {touched: true}}"));
      assertThat(
              whole
                  .records()
                  .tryWhole(NewRecord.alone(transfer("t1", "A", "B", cents(1)), OWNER))
                  .kind())
          .isEqualTo(Whole.Kind.CONTENDED);
      session.abortTransaction();
    }
  }

  @Test
  void whatCannotEndAtOnceAndWhatMayNotIsNotRun() {
    NewTransaction body = transfer("t1", "A", "B", cents(1));
    NewTransaction authorization =
        body.authorizedUnder(new AuthorizationTerms(Duration.ofDays(1), Option.none()));
    for (NewRecord record :
        List.of(
            NewRecord.submitted(body),
            NewRecord.alone(authorization, OWNER),
            NewRecord.tombstone(RecordId.of(body.id())))) {
      assertThat(whole.records().tryWhole(record).kind()).isEqualTo(Whole.Kind.NOT_RUN);
    }
    MongoStore without = store(FRESH.another(), false);
    assertThat(without.records().tryWhole(NewRecord.alone(body, OWNER)).kind())
        .isEqualTo(Whole.Kind.NOT_RUN);
    assertThat(read(RecordId.of(body.id())).kind()).isEqualTo(Lookup.Kind.ABSENT);
  }

  @Test
  void aRefusalIsStoredWithItsReason() {
    Whole told =
        whole.records().tryWhole(NewRecord.alone(transfer("t1", "A", "B", cents(99)), OWNER));

    assertThat(told.record().get().state()).isEqualTo(State.CANCELED);
    assertThat(told.record().get().reason().get().kind()).isEqualTo("InsufficientFunds");
  }
}
