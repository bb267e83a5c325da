package io.twophase.adapter.mongo.record;

import static io.twophase.domain.testing.Fixtures.APP;
import static io.twophase.domain.testing.Fixtures.USD;
import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.eur;
import static io.twophase.domain.testing.Fixtures.token;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.WriteConcern;
import com.mongodb.client.MongoDatabase;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.driver.Server.ServerClock;
import io.twophase.adapter.mongo.hold.MongoHolds;
import io.twophase.adapter.mongo.hold.MongoHolds.ClusterHolds;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.domain.Owner;
import io.twophase.domain.account.Opening;
import io.twophase.domain.hold.Claim.Ending;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.testing.Seed;
import io.twophase.ports.Holds;
import io.twophase.ports.Records.Whole;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Function;
import org.bson.BsonDocument;
import org.bson.BsonElement;
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
  @RegisterExtension static final FreshDatabase FRESH = Servers.transactional();

  private final FreshDatabase fresh = fresh();
  private final WholeStores stores = new WholeStores(fresh);
  final MongoStore whole = stores.open(fresh.database().getName(), true);
  private int committed;

  private Map<String, BsonDocument> stored() {
    return stores.stored(fresh.database().getName());
  }

  /** A database of each test's own. */
  FreshDatabase fresh() {
    return FRESH;
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
            fresh.client(),
            fresh.database().getCollection("twophase_probe", BsonDocument.class),
            WriteConcern.MAJORITY);
    MongoHolds own = (MongoHolds) ((ClusterHolds) whole.holds()).own();
    WholeRecords planted =
        new WholeRecords(
            transactions,
            session -> faulty(own.in(session), isMadeWithoutEffect),
            fresh.collection("transactions"),
            USD,
            new ServerClock(Clock.systemUTC(), Optional::empty));

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
                ends.add(
                    Ending.withdraw(
                        end.record(), end.claim().orElseThrow(), epoch(1), Optional.empty()));
              }
              return isMadeWithoutEffect
                  ? sound.end(ends)
                  : Collections.nCopies(ends.size(), MatchOutcome.MATCHED);
            });
  }

  /** The first record that leaves something else than by the protocol, if one does. */
  private Optional<String> difference(Function<NewRecord, Whole> tried) {
    String other = fresh.another();
    MongoStore protocol = stores.open(other, false);
    Random random = Seed.random("WholeRecordsTest");
    committed = 0;
    for (int at = 0; at < RECORDS; at++) {
      NewRecord record = RandomRecords.of(random, at, OWNER);
      Whole told = tried.apply(record);
      if (told.kind() != Whole.Kind.COMMITTED) {
        assertThat(WholeStores.read(whole, record.id()).kind()).isEqualTo(Lookup.Kind.ABSENT);
      } else {
        committed++;
        Driven.run(protocol.records(), protocol.holds(), record, OWNER);
        assertThat(told.record()).isEqualTo(WholeStores.read(whole, record.id()).record());
        Optional<String> difference = difference(other);
        if (difference.isPresent()) {
          return difference.map(found -> record + " leaves " + found);
        }
      }
    }
    return Optional.empty();
  }

  private Optional<String> difference(String other) {
    var left = stored().entrySet();
    var expected = stores.stored(other).entrySet();
    return !left.equals(expected)
        ? Optional.of(
            left.stream().filter(each -> !expected.contains(each)).toList()
                + ", by the protocol "
                + expected.stream().filter(each -> !left.contains(each)).toList())
        : Optional.empty();
  }

  /**
   * Opens stores with a few accounts and orders, and reads what is stored.
   *
   * @param fresh has the databases
   */
  private record WholeStores(FreshDatabase fresh) {

    private static final List<Opening> ACCOUNTS =
        List.of(
            account("A").opening(cents(60)),
            account("B").overdraft(cents(20)).ceiling(cents(90)).opening(cents(10)),
            account("C").ceiling(cents(30)).opening(cents(0)),
            account("E").opening(eur("1")));

    MongoStore open(String database, boolean isWhole) {
      MongoDatabase made = fresh.client().getDatabase(database);
      for (int at = 0; at < 4; at++) {
        made.getCollection("orders", BsonDocument.class)
            .withWriteConcern(WriteConcern.MAJORITY)
            .insertOne(BsonDocument.parse("{_id: 'o" + at + "', n: NumberLong(50), a: 1}"));
      }
      MongoStore store =
          MongoStore.using(fresh.client(), database, Servers.QUIET.withServerTransactions(isWhole));
      store.accounts().open(ACCOUNTS);
      return store;
    }

    Map<String, BsonDocument> stored(String database) {
      Map<String, BsonDocument> all = new TreeMap<>();
      for (String name : List.of("accounts", "transactions", "orders")) {
        fresh
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
                  .map(field -> new BsonElement(field.getKey(), field.getValue()))
                  .toList());
    }

    static Lookup read(MongoStore store, RecordId id) {
      return store.records().find(List.of(id)).get(0);
    }
  }
}
