package io.twophase.adapter.mongo.command;

import static io.twophase.domain.testing.Documents.change;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.insert;
import static io.twophase.domain.testing.Documents.leg;
import static io.twophase.domain.testing.Documents.order;
import static io.twophase.domain.testing.Documents.remove;
import static io.twophase.domain.testing.Documents.set;
import static io.twophase.domain.testing.Fixtures.APP;
import static io.twophase.domain.testing.Fixtures.ON_REQUEST;
import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.credit;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.mongodb.client.MongoClient;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.adapter.mongo.testing.CommandRecorder;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.id.OwnerId;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.participant.DocumentLeg;
import io.twophase.domain.participant.HeldDocument;
import io.twophase.domain.transaction.Transition;
import io.twophase.ports.AccountRepository;
import io.twophase.ports.DocumentRepository;
import io.twophase.ports.NewRecord;
import io.twophase.ports.OwnerRepository;
import io.twophase.ports.TransactionRepository;
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
    AccountRepository accounts = store.accounts();
    OwnerRepository owners = store.owners();
    OwnerId owner = new OwnerId("process");
    return Stream.of(
            List.<Runnable>of(
                () ->
                    accounts.open(
                        List.of(account("A").opening(usd("9")), account("B").opening(usd("0")))),
                () -> accounts.change(accountId("A"), StatusChange.FREEZE),
                () -> accounts.change(accountId("A"), StatusChange.UNFREEZE),
                () -> accounts.findLatest(accountId("A")),
                () -> owners.beat(owner, APP, Duration.ofSeconds(1)),
                () -> owners.retire(owner)),
            ofAccounts(accounts),
            ofDocuments(store.documents()),
            ofRecords(store.transactions()))
        .flatMap(List::stream)
        .toList();
  }

  private static List<Runnable> ofAccounts(AccountRepository accounts) {
    List<Leg> first = legs(1);
    List<Leg> second = legs(2);
    return List.of(
        () -> accounts.hold(first),
        () -> accounts.stamp(second),
        () -> accounts.settle(second),
        // none is there: counted again, or not at all
        () -> accounts.settle(first),
        () -> accounts.hold(first),
        () -> accounts.release(first),
        () -> accounts.hold(first),
        () -> accounts.withdraw(first));
  }

  private static List<Leg> legs(long epoch) {
    return List.of(
        new Leg(transactionId("t"), epoch(epoch), debit("A", usd("5"))),
        new Leg(transactionId("t"), epoch(epoch), credit("B", usd("5"))));
  }

  private static List<Runnable> ofDocuments(DocumentRepository documents) {
    List<DocumentLeg> inserts = List.of(leg("t", 1, insert(order("x"), fields("n", 1))));
    List<DocumentLeg> changes = List.of(leg("t", 2, change(order("x"), set("n", 2))));
    List<DocumentLeg> removals = List.of(leg("t", 3, remove(order("x"))));
    return List.of(
        () -> documents.hold(inserts),
        () -> documents.settle(inserts),
        () -> documents.hold(changes),
        () -> documents.release(changes.stream().map(HeldDocument::of).toList()),
        () -> documents.hold(changes),
        () -> documents.settle(changes),
        () -> documents.findLatest(order("x")),
        () -> documents.hold(removals),
        () -> documents.settle(removals));
  }

  private static List<Runnable> ofRecords(TransactionRepository records) {
    return List.of(
        () ->
            records.begin(
                Stream.of("t1", "t2", "t3", "t4")
                    .<NewRecord>map(
                        id ->
                            new NewRecord.Begun(transfer(id, "A", "B", usd("5")), APP, token("x")))
                    .toList()),
        () ->
            records.begin(
                List.of(
                    new NewRecord.Tombstone(transactionId("t5")),
                    new NewRecord.Submitted(transfer("t6", "A", "B", usd("5"))),
                    new NewRecord.Submitted(transfer("t7", "A", "B", usd("5"))))),
        () -> records.findLatest(transactionId("t1")),
        () ->
            records.advance(
                List.of(
                    new Transition.CancelUnclaimed(transactionId("t6"), ON_REQUEST, token("x")))),
        () -> records.advance(List.of(new Transition.Claim(transactionId("t7"), APP, token("x")))),
        () ->
            records.advance(
                List.of(new Transition.TakeOver(transactionId("t1"), epoch(1), APP, token("x")))),
        () ->
            records.advance(
                List.of(
                    new Transition.Decide(transactionId("t1"), epoch(2)),
                    // of an epoch that is over: those that matched are counted
                    new Transition.Decide(transactionId("t2"), epoch(7)))),
        () ->
            records.advance(
                List.of(
                    new Transition.Decide(transactionId("t2"), epoch(1)),
                    new Transition.Decide(transactionId("t7"), epoch(1)))),
        () ->
            records.advance(
                List.of(
                    new Transition.BeginCancel(
                        transactionId("t3"), epoch(1), ON_REQUEST, token("x")))),
        // beside what must wait, what need not waits too
        () ->
            records.advance(
                List.of(
                    new Transition.Finish(transactionId("t7")),
                    new Transition.BeginCancel(
                        transactionId("t4"), epoch(1), ON_REQUEST, token("x")))));
  }

  private static List<Runnable> byOne(MongoStore store) {
    TransactionRepository records = store.transactions();
    return List.of(
        () -> records.advance(List.of(new Transition.Finish(transactionId("t1")))),
        () -> records.advance(List.of(new Transition.FinishCancel(transactionId("t3")))),
        // one of them is not there: the other is counted
        () ->
            records.advance(
                List.of(
                    new Transition.Finish(transactionId("t2")),
                    new Transition.Finish(transactionId("nowhere")),
                    new Transition.FinishCancel(transactionId("t4")))));
  }
}
