package io.twophase.adapter.mongo.command;

import static io.twophase.adapter.mongo.testing.Requests.on;
import static io.twophase.adapter.mongo.testing.Transfers.OWNER;
import static io.twophase.adapter.mongo.testing.Transfers.begun;
import static io.twophase.adapter.mongo.testing.Transfers.decide;
import static io.twophase.adapter.mongo.testing.Transfers.finish;
import static io.twophase.domain.testing.Documents.change;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.insert;
import static io.twophase.domain.testing.Documents.order;
import static io.twophase.domain.testing.Documents.remove;
import static io.twophase.domain.testing.Documents.set;
import static io.twophase.domain.testing.Fixtures.APP;
import static io.twophase.domain.testing.Fixtures.ON_REQUEST;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.mongodb.client.MongoClient;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.adapter.mongo.testing.CommandRecorder;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Holding;
import io.twophase.adapter.mongo.testing.Requests;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.adapter.mongo.testing.Transfers;
import io.twophase.domain.OwnerId;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.Transition;
import io.twophase.domain.record.Vitals;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import io.twophase.ports.Accounts;
import io.twophase.ports.OwnerRepository;
import io.twophase.ports.Records;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What each write waits for: what closes a record for the primary alone, all else for a majority.
 */
class WriteConcernsTest {

  @RegisterExtension static final FreshDatabase IN_PROCESS = Servers.inProcess();
  @RegisterExtension static final FreshDatabase TELLING = Servers.telling();

  private static final Set<String> WRITES =
      Set.of("insert", "update", "delete", "findAndModify", "bulkWrite");

  private static final String MAJORITY = "{w: 'majority'}";
  private static final String JOURNALED = "{w: 'majority', j: true}";

  private final CommandRecorder recorder = new CommandRecorder();

  static Stream<Arguments> stores() {
    String server = Servers.inProcessUri();
    String telling = Servers.tellingUri();
    return Stream.of(
        arguments("a server", IN_PROCESS, server, MAJORITY, "{w: 1}"),
        arguments("w=majority", IN_PROCESS, server + "?w=majority", MAJORITY, "{w: 1}"),
        arguments(
            "journal=true", IN_PROCESS, server + "?journal=true", JOURNALED, "{w: 1, j: true}"),
        arguments("a server that has bulkWrite", TELLING, telling, MAJORITY, "{w: 1}"),
        arguments(
            "bulkWrite, journal=true",
            TELLING,
            telling + "?journal=true",
            JOURNALED,
            "{w: 1, j: true}"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("stores")
  void onlyWhatClosesARecordWaitsForNoMajority(
      String name, FreshDatabase fresh, String uri, String majority, String one) {
    try (MongoClient client = recorder.client(uri)) {
      MongoStore store =
          MongoStore.using(client, fresh.database().getName(), MongoStoreSettings.defaults());
      // the probe runs whole transfers, finishes too
      assertThat(concerns()).containsOnly(BsonDocument.parse(majority), BsonDocument.parse(one));

      for (Runnable step : byMajority(store)) {
        step.run();
        assertThat(concerns()).isNotEmpty().containsOnly(BsonDocument.parse(majority));
      }
      for (Runnable step : byOne(store)) {
        step.run();
        assertThat(concerns()).isNotEmpty().containsOnly(BsonDocument.parse(one));
      }
    }
  }

  /** Of every command that writes. */
  private List<BsonDocument> concerns() {
    List<BsonDocument> concerns = new ArrayList<>();
    for (BsonDocument command : recorder.documents()) {
      if (WRITES.contains(command.getFirstKey())) {
        BsonDocument concern = new BsonDocument();
        concern.putAll(command.getDocument("writeConcern", concern));
        concern.remove("wtimeout");
        concerns.add(concern);
      } else {
        assertThat(command.getDocument("writeConcern", BsonDocument.parse(MAJORITY)).get("w"))
            .as(command.toString())
            .isEqualTo(new BsonString("majority"));
      }
    }
    return concerns;
  }

  private static List<Runnable> byMajority(MongoStore store) {
    Accounts accounts = store.accounts();
    OwnerRepository owners = store.owners();
    OwnerId owner = new OwnerId("process");
    return Stream.of(
            List.<Runnable>of(
                () -> Transfers.open(store),
                () -> accounts.change(accountId("A"), StatusChange.FREEZE),
                () -> accounts.change(accountId("A"), StatusChange.UNFREEZE),
                () -> store.holds().findLatest(new Target.OfAccount(accountId("A"))),
                () -> owners.beat(owner, APP, Duration.ofSeconds(1), Vitals.NONE),
                () -> owners.retire(owner)),
            ofHolds(new Holding(store)),
            ofRecords(store.records()))
        .flatMap(List::stream)
        .toList();
  }

  private static List<Runnable> ofHolds(Holding holding) {
    List<Placing> first = Transfers.holds("t");
    List<Placing> second = first.stream().map(one -> Requests.at(2, one)).toList();
    List<Placing> insert = List.of(on("t", insert(order("x"), fields("n", 1))));
    List<Placing> change = List.of(on("t", change(order("x"), set("n", 2))));
    List<Placing> removal = List.of(on("t", remove(order("x"))));
    return List.of(
        () -> holding.held(first),
        () -> holding.stamp(first, 2),
        () -> holding.settle(second),
        // none is there
        () -> holding.settle(first),
        () -> holding.held(first),
        () -> holding.release(first),
        () -> holding.held(first),
        () -> holding.withdraw(first),
        () -> holding.held(insert),
        () -> holding.settle(insert),
        () -> holding.store().holds().findLatest(new Target.OfDocument(order("x"))),
        () -> holding.held(change),
        () -> holding.release(change),
        () -> holding.held(change),
        () -> holding.settle(change),
        () -> holding.held(removal),
        () -> holding.settle(removal));
  }

  private static Transition cancel(Records records, String id) {
    return Transition.cancel(
        records.find(List.of(new RecordId(id))).get(0).record().orElseThrow(),
        ON_REQUEST,
        OWNER,
        List.of());
  }

  private static NewTransaction body(String id) {
    return begun(id).members().get(0);
  }

  private static List<Runnable> ofRecords(Records records) {
    return List.of(
        () -> records.insert(Stream.of("t1", "t2", "t3", "t4").map(Transfers::begun).toList()),
        () ->
            records.insert(
                List.of(
                    NewRecord.tombstone(new RecordId("t5")),
                    NewRecord.submitted(body("t6")),
                    NewRecord.several(new RecordId("batch:b"), List.of(body("m")), false, OWNER))),
        () -> records.findLatest(transactionId("t1")),
        () -> records.move(List.of(cancel(records, "t6"))),
        () -> records.move(List.of(Transition.acquire(new RecordId("t1"), epoch(1), OWNER))),
        // of an epoch that is over: those that matched are counted
        () -> records.move(List.of(decide("t1", 2), decide("t2", 7))),
        () -> records.move(List.of(decide("t2", 1), cancel(records, "t3"))),
        // beside what must wait, what need not waits too
        () -> records.move(List.of(finish("t1"), cancel(records, "t4"))));
  }

  private static List<Runnable> byOne(MongoStore store) {
    Records records = store.records();
    return List.of(
        () -> records.move(List.of(finish("t2"))),
        // one of them is not there: the other is counted
        () ->
            records.move(
                List.of(
                    Transition.finish(new RecordId("t3"), State.CANCELING),
                    finish("nowhere"),
                    Transition.finish(new RecordId("t4"), State.CANCELING))));
  }
}
