package io.twophase.adapter.mongo.record;

import static io.twophase.adapter.mongo.record.RecordFormsTest.OWNER;
import static io.twophase.adapter.mongo.record.RecordFormsTest.SEVERAL;
import static io.twophase.adapter.mongo.record.RecordFormsTest.T1;
import static io.twophase.adapter.mongo.record.RecordFormsTest.TRANSFER;
import static io.twophase.adapter.mongo.record.RecordFormsTest.TWO;
import static io.twophase.domain.testing.Fixtures.EUR;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.mongo.record.Removals.ReceiptCodec;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.record.Transition;
import io.twophase.domain.testing.Seed;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.ports.Records;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("Whatever is stored, a record is read or is a value that names the fault")
class RecordReadingTest {

  @RegisterExtension static final FreshDatabase FRESH = Servers.inProcess();

  private Records records;

  @BeforeEach
  void open() {
    records = FRESH.store().records();
  }

  private static void set(String id, String fields) {
    FRESH.change("transactions", "{_id: '" + id + "'}", "{$set: " + fields + "}");
  }

  private TransactionRecord read(RecordId id) {
    return records.find(List.of(id)).get(0).record().orElseThrow();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "t1      | {v: 2}               | v is 2, written by another version",
        "batch:1 | {v: 2}               | v is 2, written by another version",
        "m1      | {v: 2}               | v is 2, written by another version",
        "t1      | {v: 0}               | v is 0, written by another version",
        "t1      | {state: 'done?'}     | state is 'done?', which is no state",
        "t1      | {epoch: -1}          | epoch is int32 -1, not an int64",
        "t1      | {moved: [{a: 1}]}    | which is no amount above zero",
        "t1      | {state: 'canceled'}  | CANCELED",
        "batch:1 | {members: [1]}       | which is no id",
        "batch:1 | {members: []}        | PENDING",
        "m1      | {batch: 'lone'}      | batch",
        "m1      | {value: 0}           | value is int32 0, not an int64"
      })
  void whatCannotBeReadIsAValueThatNamesTheFault(String id, String fields, String fault) {
    records.insert(List.of(TWO, NewRecord.alone(TRANSFER, OWNER)));
    set(id, fields);

    Lookup lookup =
        id.startsWith("batch:")
            ? records.find(List.of(SEVERAL)).get(0)
            : records.findMembers(List.of(transactionId(id))).get(0);

    assertThat(lookup.kind()).isEqualTo(Lookup.Kind.UNREADABLE);
    assertThat(lookup.id()).isEqualTo(id);
    assertThat(lookup.fault().orElseThrow()).contains(fault);
    assertThat(records.find(List.of(new RecordId("other"))).get(0).kind())
        .isEqualTo(Lookup.Kind.ABSENT);
  }

  @Test
  void aMemberWhoseRecordCannotBeReadIsGivenWithThatFault() {
    records.insert(List.of(TWO));
    set("batch:1", "{v: 7}");
    Lookup lookup = records.findMembers(List.of(transactionId("m1"))).get(0);
    assertThat(lookup.kind()).isEqualTo(Lookup.Kind.UNREADABLE);
    assertThat(lookup.member()).isNotEmpty();

    set("batch:1", "{v: 1, state: 'applied', moved: [{member: 'm1', amounts: [NumberLong(9)]}]}");
    assertThat(records.findMembers(List.of(transactionId("m1"))).get(0).fault()).isNotEmpty();
  }

  @Test
  void whateverIsWrongWithADocumentNothingIsThrown() {
    NewTransaction authorization =
        transfer("t9", "A", "B", usd("5"))
            .authorizedUnder(new AuthorizationTerms(Duration.ofDays(1), Optional.empty()));
    records.insert(
        List.of(TWO, NewRecord.alone(TRANSFER, OWNER), NewRecord.alone(authorization, OWNER)));
    List<BsonDocument> sound = FRESH.collection("transactions").find().into(new ArrayList<>());
    Random random = Seed.random("RecordReadingTest");
    List<BsonValue> odd =
        List.of(
            BsonNull.VALUE,
            new BsonInt32(7),
            new BsonString("x"),
            new BsonArray(List.of(new BsonInt32(1))),
            new BsonDocument("a", new BsonInt32(1)));
    RecordCodec codec = new RecordCodec(EUR);
    for (int at = 0; at < 2_000; at++) {
      BsonDocument mangled = sound.get(at % sound.size()).clone();
      List<String> names = List.copyOf(mangled.keySet());
      String name = names.get(random.nextInt(names.size()));
      if (random.nextInt(3) == 0) {
        mangled.remove(name);
      } else {
        mangled.put(name, odd.get(random.nextInt(odd.size())));
      }
      assertThat(codec.decode(mangled)).isNotNull();
      assertThat(MemberCodec.decode(mangled)).isNotNull();
      assertThat(ReceiptCodec.decode(mangled)).isNotNull();
    }
  }

  @Test
  void theTutorialsRecordsAreReadAndRunOn() {
    FRESH
        .collection("transactions")
        .insertMany(
            List.of(
                BsonDocument.parse(
                    "{_id: 1, source: 'A', destination: 'B', value: 100, state: 'done'}"),
                BsonDocument.parse(
                    "{_id: 't1', source: 'A', destination: 'B', value: 100, state: 'initial'}"),
                BsonDocument.parse(
                    "{_id: 't2', source: 'A', destination: 'B', value: 1, state: 'pending'}")));
    List<Lookup> seen = new ArrayList<>();
    records.scan(Optional.empty(), seen::add);
    assertThat(seen).hasSize(3);
    assertThat(seen).filteredOn(lookup -> lookup.kind() == Lookup.Kind.FOUND).hasSize(2);
    assertThat(seen)
        .filteredOn(lookup -> lookup.id().equals("t2"))
        .extracting(lookup -> lookup.fault().orElseThrow())
        .asString()
        .contains("without an epoch");

    assertThat(
            records.move(
                List.of(
                    Transition.acquire(T1, epoch(0), OWNER),
                    Transition.acquire(new RecordId("t2"), epoch(1), OWNER))))
        .containsExactly(MatchOutcome.MATCHED, MatchOutcome.NOT_MATCHED);
    assertThat(
            read(T1)
                .only()
                .map(NewTransaction::accountOperations)
                .orElseThrow()
                .get(0)
                .amount()
                .minor())
        .isEqualTo(100);
    assertThat(read(T1).isOwnedBy(token("x"))).isTrue();
  }
}
