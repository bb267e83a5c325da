package io.twophase.adapter.mongo.record;

import static io.twophase.domain.testing.Fixtures.EUR;
import static io.twophase.domain.testing.Fixtures.transfer;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.mongo.record.Removals.ReceiptCodec;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.domain.ApproverName;
import io.twophase.domain.authorization.ApprovalRule;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.testing.BodyWords;
import io.twophase.domain.testing.Seed;
import io.twophase.domain.testing.StoredRecords;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.ports.RecordQuery;
import io.twophase.ports.Records;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@DisplayName("Whatever is stored, a record is read or is a value that names the fault")
class RecordReadingTest {

  @RegisterExtension static final FreshDatabase FRESH = Servers.inProcess();

  private Records records;

  @BeforeEach
  void open() {
    records = FRESH.store().records();
  }

  @Test
  void whateverIsWrongWithADocumentNothingIsThrown() {
    NewTransaction authorization =
        transfer("t9", "A", "B", usd("5"))
            .authorizedUnder(new AuthorizationTerms(Duration.ofDays(1), Optional.empty()));
    NewRecord several =
        StoredRecords.several(
            "batch:1", transfer("m1", "A", "B", usd("5")), transfer("m2", "A", "B", usd("1")));
    records.insert(
        List.of(
            several,
            StoredRecords.alone(transfer("t1", "A", "B", usd("5"))),
            StoredRecords.alone(authorization)));
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
  void aNumberOfApprovalsThatIsTooLargeIsNoOther() {
    ApprovalRule rule = new ApprovalRule(1, List.of(new ApproverName("ann")));
    NewTransaction body =
        transfer("t1", "A", "B", usd("5"))
            .authorizedUnder(new AuthorizationTerms(Duration.ofDays(1), Optional.of(rule)));
    BsonDocument stored = RecordCodec.encode(StoredRecords.alone(body).stored(Instant.EPOCH));
    stored.getDocument("authorization").put("required", new BsonInt64((1L << 32) + 1));

    assertThat(new RecordCodec(EUR).decode(stored).getLeft())
        .isEqualTo("authorization is none: integer overflow");
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
    TransactionRecord shown =
        StoredRecords.alone(transfer("t1", "A", "B", usd("1"))).stored(Instant.ofEpochMilli(10));

    assertThat(records.list(RecordQuery.unfinished(Duration.ZERO, 9).after(shown)))
        .extracting(Lookup::id)
        .containsExactly("t2");
  }

  /** The scan's reader removes all at the first record: a later page finds nothing there. */
  @Test
  void aScanKeepsNoMoreThanSomeMegabytesOfLargeBodies() {
    String text = " {v:\"" + "x".repeat(200_000) + "\"}";
    for (int batch = 1; batch <= 3; batch++) {
      String id = "m" + batch + "of";
      records.insert(
          List.of(
              StoredRecords.several(
                  "batch:" + batch,
                  IntStream.range(0, 40)
                      .mapToObj(at -> BodyWords.body(id + at + " insert #" + id + at + text))
                      .toArray(NewTransaction[]::new))));
    }
    List<String> shown = new ArrayList<>();

    records.scan(
        Optional.empty(),
        one -> {
          shown.add(one.id());
          FRESH.collection("transactions").deleteMany(new BsonDocument());
        });

    assertThat(shown).hasSizeBetween(70, 90);
  }
}
