package io.twophase.app.audit;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import io.twophase.TwoPhase;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.adapter.mongo.Retention;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.app.testing.Books;
import io.twophase.app.transfer.Order;
import io.twophase.domain.event.NumberingResult;
import io.twophase.test.contract.Moment;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.bson.Document;
import org.bson.types.Binary;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Somebody writes to the numbers, or to the records' marks, and the audit says which. */
class AuditOfNumbersTest {

  @RegisterExtension static final FreshDatabase FRESH = Servers.inProcess();

  private final MongoStore store = FRESH.store();
  private final TwoPhase host = TwoPhase.over(store).build();
  private final MongoCollection<Document> records = collection("transactions");
  private final MongoCollection<Document> numbers = collection("transactions_events");

  private MongoCollection<Document> collection(String name) {
    return FRESH.database().getCollection(name);
  }

  /** Number 1 is t1's, 2 is t2's, 3 is of the batch of m1 and m2, 4 is t3's. */
  @BeforeEach
  void open() {
    Books.open(store, 100_00, 10_00);
    host.events().turnOn();
    transfer("t1", "t2");
    transfer("m1", "m2");
    host.transfers().transfer(Books.request("t3", 1000_00));
    Moment.pass();
    assertThat(host.events().number()).isEqualTo(NumberingResult.ALL_NUMBERED);
    assertThat(findings()).isEmpty();
  }

  @AfterEach
  void close() {
    host.close();
  }

  /** Lone ones, but for those whose ids say that they are a batch's. */
  private void transfer(String... ids) {
    if (ids[0].startsWith("m")) {
      host.transfers()
          .transferAll(
              Stream.of(ids).map(id -> Books.request(id, 1_00)).toList().iterator(),
              Order.AS_GIVEN,
              outcome -> {});
    } else {
      Stream.of(ids).forEach(id -> host.transfers().transfer(Books.request(id, 1_00)));
    }
    Moment.pass();
  }

  private List<String> findings() {
    return findings(host);
  }

  /** The balances, which differ too where a record is gone, are other tests' matter. */
  private static List<String> findings(TwoPhase audited) {
    return audited.audit().run().findings().stream()
        .filter(finding -> finding.kind() != Finding.Kind.BALANCE_DIFFERS)
        .map(finding -> finding.kind().title() + " " + finding.id() + " " + finding.detail())
        .sorted()
        .toList();
  }

  private void mark(String id, Object number) {
    records.updateOne(Filters.eq("_id", id), Updates.set("numbered", number));
  }

  @Test
  void aNumberThatWasRemovedIsMissing() {
    numbers.deleteOne(Filters.eq("_id", 2L));

    assertThat(findings())
        .containsExactlyInAnyOrder(
            "NumberMissing 2 number 2 is missing: no consumer reads on from there",
            "NumberDiffers t2 is marked with the number 2, which is not its own");
  }

  @Test
  void numbersThatWereRemovedTogetherAreToldTogether() {
    numbers.deleteMany(Filters.gte("_id", 3L));

    assertThat(findings())
        .contains("NumberMissing 3 numbers 3 to 4 are missing: no consumer reads on from there")
        .contains(
            "NumberDiffers " + batch() + " is marked with the number 3, which is not its own");
  }

  private String batch() {
    return records.find(Filters.eq("numbered", 3L)).first().getString("_id");
  }

  @Test
  void aNumberThatNamesAnotherIsFoundForBoth() {
    numbers.updateOne(Filters.eq("_id", 1L), Updates.set("record", "t2"));

    assertThat(findings())
        .containsExactlyInAnyOrder(
            "NumberDiffers t2 has the number 1, and is marked with 2",
            "NumberDiffers t1 is marked with the number 1, which is not its own");
  }

  @Test
  void aRecordWithTwoNumbersIsFound() {
    numbers.insertOne(new Document("_id", 5L).append("record", "t1"));
    numbers.updateOne(Filters.eq("_id", 0L), Updates.set("confirmed", 5L));

    assertThat(findings())
        .containsExactly("NumberDiffers t1 has the number 5, and is marked with 1");
  }

  @Test
  void aNumberOfARecordThatNeverWasIsFound() {
    numbers.insertOne(new Document("_id", 5L).append("record", "nobody"));
    numbers.insertOne(new Document("_id", 6L).append("record", "batch:nobody"));
    numbers.updateOne(Filters.eq("_id", 0L), Updates.set("confirmed", 6L));

    assertThat(findings())
        .containsExactly(
            "NumberWithoutRecord batch:nobody has the number 6, and is not there",
            "NumberWithoutRecord nobody has the number 5, and is not there");
  }

  @Test
  void aRecordThatWasRemovedIsFound() {
    records.deleteOne(Filters.eq("_id", "t2"));

    assertThat(findings())
        .containsExactly("NumberWithoutRecord t2 has the number 2, and is not there");
  }

  @Test
  void aMarkThatWasChangedOrTakenAwayIsFound() {
    mark("t1", 4L);
    mark("t2", null);

    assertThat(findings())
        .containsExactlyInAnyOrder(
            "NumberDiffers t1 has the number 1, and is marked with 4",
            "NumberDiffers t2 has the number 2, and is not marked with it",
            "NumberDiffers t3 has the number 4, with which another record is marked too");
  }

  @Test
  void aRecordThatIsSkippedIsFoundThoughItWaits() {
    transfer("late");
    transfer("t4");
    Document late = records.findOneAndDelete(Filters.eq("_id", "late"));
    host.events().number();
    late.put("decidedAt", late.getDate("decidedAt").toInstant().minus(Duration.ofMinutes(4)));
    records.insertOne(late);

    assertThat(findings())
        .containsExactly(
            "Unnumbered late has no number, and was decided long before the record of 5");
  }

  @Test
  void whatWaitsForTheNextPassIsAsItShouldBe() {
    transfer("t4");
    transfer("m3", "m4");

    assertThat(findings()).isEmpty();
  }

  @Test
  void whatWasDecidedWhileEventsWereOffNeedsNoNumber() {
    host.events().turnOff();
    transfer("t4");

    numbers.deleteOne(Filters.eq("_id", 2L));

    assertThat(findings()).isEmpty();
  }

  /** Those before are trimmed. */
  @Test
  void numbersBeyondAnInt32AreComparedAsAnyOther() {
    long trimmed = 1L << 32;
    for (Document each : numbers.find(Filters.gt("_id", 0L))) {
      long number = trimmed + each.getLong("_id");
      mark(each.getString("record"), number);
      numbers.deleteOne(each);
      numbers.insertOne(each.append("_id", number));
    }
    numbers.updateOne(
        Filters.eq("_id", 0L),
        Updates.combine(Updates.set("confirmed", trimmed + 4), Updates.set("trimmed", trimmed)));
    assertThat(findings()).isEmpty();
    mark("t1", trimmed + 4);
    host.evidence().turnOn();
    collection("transactions_leaves")
        .insertOne(new Document("_id", trimmed + 4).append("nodes", new Binary(new byte[96])));

    assertThat(findings())
        .containsExactlyInAnyOrder(
            "NumberDiffers t1 has the number 4294967297, and is marked with 4294967300",
            "NumberDiffers t3 has the number 4294967300, with which another record is marked too",
            "RecordChanged t1 is not what leaf 4294967300 of the tree of evidence says that it was",
            "RecordChanged t3 is not what leaf 4294967300 of the tree of evidence says that it was",
            "TreeDiffers 1 leaf 1 of the tree of evidence is missing, or cannot be read");
  }

  /** It may have been removed, and its id taken again: only what contradicts itself is told. */
  @Test
  void whereRetentionRemovesRecordsOneThatIsNotThereIsNotTold() {
    MongoStore forgetful =
        FRESH.store(
            MongoStoreSettings.defaults()
                .withProbe(false)
                .withRetention(Retention.ofPass(Duration.ofDays(1)).get()));
    records.deleteOne(Filters.eq("_id", "t2"));
    numbers.deleteOne(Filters.eq("_id", 4L));
    try (TwoPhase keeping = TwoPhase.over(forgetful).build()) {
      assertThat(findings(keeping))
          .containsExactly(
              "NumberDiffers t3 is marked with the number 4, which is not its own",
              "NumberMissing 4 number 4 is missing: no consumer reads on from there");
    }
  }
}
