package io.twophase.adapter.mongo.command;

import static io.twophase.adapter.mongo.testing.Transfers.OWNER;
import static io.twophase.adapter.mongo.testing.Transfers.begun;
import static io.twophase.adapter.mongo.testing.Transfers.decide;
import static io.twophase.adapter.mongo.testing.Transfers.finish;
import static io.twophase.domain.testing.Fixtures.ON_REQUEST;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;
import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import de.bwaldvogel.mongo.bson.Document;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.adapter.mongo.testing.FaultyServer;
import io.twophase.adapter.mongo.testing.Transfers;
import io.twophase.domain.TransactionId;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.BeginOutcome;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.MemberDocument;
import io.twophase.domain.record.MemberTake;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.Removal;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.ports.Records;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How many commands each call on records costs, and what they wait for. */
class RecordCommandsTest {

  private static final RecordId SEVERAL = new RecordId("batch:1");

  private final FaultyServer server = FaultyServer.replicaSet();
  private final MongoClient client = server.client("");
  private final Records records =
      MongoStore.using(client, "bank", MongoStoreSettings.defaults().withProbe(false)).records();

  private final Map<String, Integer> before = new HashMap<>();

  /** From now on, commands are counted. */
  @BeforeEach
  void count() {
    for (String command : List.of("insert", "update", "delete", "find")) {
      before.put(command, server.received(command).size());
    }
  }

  @AfterEach
  void close() {
    client.close();
    server.close();
  }

  private static NewRecord several(RecordId id, String... members) {
    return NewRecord.several(
        id,
        Stream.of(members).map(member -> transfer(member, "A", "B", cents(1))).toList(),
        false,
        OWNER);
  }

  private List<Document> sent(String command) {
    List<Document> all = server.received(command);
    return all.subList(before.get(command), all.size());
  }

  private Object waitsFor(String command, int at) {
    return ((Document) sent(command).get(at).get("writeConcern")).get("w");
  }

  private static List<String> ids(int count) {
    return IntStream.range(0, count).mapToObj(at -> "t" + at).toList();
  }

  @Test
  void recordsAndTheirMembersAreInsertedByOneCommandThatAMajorityConfirms() {
    List<NewRecord> asked =
        Stream.concat(
                Stream.of(several(SEVERAL, "m1", "m2")), ids(300).stream().map(Transfers::begun))
            .toList();

    assertThat(records.insert(asked).get(0)).hasSize(3).containsOnly(BeginOutcome.BEGUN);

    assertThat(sent("insert")).hasSize(1);
    assertThat(waitsFor("insert", 0)).isEqualTo("majority");
  }

  @Test
  void transitionsAreOneCommandAndOnlyWhatClosesWaitsForThePrimaryAlone() {
    records.insert(ids(300).stream().map(Transfers::begun).toList());

    assertThat(records.move(ids(300).stream().map(id -> decide(id, 1)).toList()))
        .containsOnly(MatchOutcome.MATCHED);
    assertThat(records.move(ids(200).stream().map(Transfers::finish).toList()))
        .containsOnly(MatchOutcome.MATCHED);
    records.insert(List.of(begun("other")));
    records.move(List.of(decide("other", 1), finish("t200")));

    assertThat(sent("update")).hasSize(3);
    assertThat(List.of(waitsFor("update", 0), waitsFor("update", 1), waitsFor("update", 2)))
        .containsExactly("majority", 1, "majority");
  }

  @Test
  void whichOfACallHasMatchedIsCountedAndNeverRead() {
    records.insert(ids(4).stream().map(Transfers::begun).toList());
    records.move(List.of(decide("t1", 1)));
    count();

    assertThat(records.move(List.of(decide("t0", 1), finish("t1"), finish("t2"), decide("t3", 1))))
        .containsExactly(
            MatchOutcome.MATCHED,
            MatchOutcome.MATCHED,
            MatchOutcome.NOT_MATCHED,
            MatchOutcome.MATCHED);

    assertThat(sent("find")).isEmpty();
    assertThat(sent("update")).hasSizeBetween(2, 5);
  }

  @Test
  void takesOfAllKindsAreOneCommand() {
    records.insert(List.of(several(SEVERAL, "m1", "m2", "m3")));
    List<MemberDocument> free =
        records.findMembers(Stream.of("m1", "m2", "m3").map(TransactionId::new).toList()).stream()
            .map(found -> found.member().get())
            .toList();
    count();

    assertThat(
            records.take(
                List.of(
                    MemberTake.into(new RecordId("batch:2"), free.get(0)),
                    MemberTake.alone(free.get(1), OWNER),
                    MemberTake.canceled(free.get(2), ON_REQUEST, OWNER))))
        .containsOnly(MatchOutcome.MATCHED);

    assertThat(sent("update")).hasSize(1);
    assertThat(sent("find")).isEmpty();
  }

  @Test
  void membersAreReadBeforeTheRecordsThatTheyName() {
    records.insert(List.of(several(SEVERAL, "m1", "m2"), begun("t1")));
    count();

    records.findMembers(List.of(transactionId("t1")));
    assertThat(sent("find")).hasSize(1);
    records.findMembers(Stream.of("m1", "t1", "m2").map(TransactionId::new).toList());

    assertThat(sent("find"))
        .extracting(find -> ((Document) find.get("readConcern")).get("level"))
        .containsOnly("majority");
    assertThat(sent("find").get(2).get("filter").toString()).contains("batch:1");
  }

  @Test
  void aRemovalIsOneCommandAndARecordThatHasNotEndedIsNotLookedFor() {
    records.insert(List.of(begun("t1"), begun("t2")));
    records.move(List.of(decide("t1", 1)));
    records.move(List.of(finish("t1")));
    TransactionRecord ended = read("t1");
    TransactionRecord pending = read("t2");
    count();

    assertThat(
            records.remove(
                List.of(
                    new Removal(Either.left(pending), Option.none()),
                    new Removal(Either.left(ended), Option.none()))))
        .containsExactly(MatchOutcome.NOT_MATCHED, MatchOutcome.MATCHED);

    assertThat(sent("delete")).hasSize(1);
    assertThat(sent("find")).isEmpty();
  }

  private TransactionRecord read(String id) {
    return records.find(List.of(new RecordId(id))).get(0).record().get();
  }
}
