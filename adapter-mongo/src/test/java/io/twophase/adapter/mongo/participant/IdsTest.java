package io.twophase.adapter.mongo.participant;

import static io.twophase.domain.testing.Documents.change;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.insert;
import static io.twophase.domain.testing.Documents.leg;
import static io.twophase.domain.testing.Documents.set;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.adapter.mongo.value.Values;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.outcome.DocumentHoldOutcome;
import io.twophase.domain.outcome.DocumentLookup;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.participant.DocumentHold;
import io.twophase.domain.participant.DocumentLeg;
import io.twophase.domain.participant.HeldDocument;
import io.twophase.ports.DocumentRepository;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDecimal128;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonMaxKey;
import org.bson.BsonMinKey;
import org.bson.BsonNull;
import org.bson.BsonObjectId;
import org.bson.BsonString;
import org.bson.BsonSymbol;
import org.bson.BsonTimestamp;
import org.bson.BsonValue;
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Documents by ids of every type. */
class IdsTest {

  @RegisterExtension static final FreshDatabase FRESH = Servers.preferred();

  private static final CollectionName ORDERS = CollectionName.of("orders");

  static Stream<BsonValue> ids() {
    return Stream.of(
        new BsonInt32(5),
        new BsonInt64(1L << 60),
        new BsonDouble(5.5),
        new BsonDouble(1e300),
        new BsonDouble(-0.0),
        new BsonDouble(Double.NaN),
        new BsonDouble(Double.NEGATIVE_INFINITY),
        new BsonDecimal128(Decimal128.parse("1.10")),
        new BsonDecimal128(Decimal128.NaN),
        new BsonDecimal128(Decimal128.NEGATIVE_ZERO),
        new BsonString(""),
        new BsonString("a"),
        new BsonSymbol("a"),
        BsonBoolean.TRUE,
        new BsonDateTime(-1),
        BsonNull.VALUE,
        new BsonObjectId(new ObjectId("0123456789abcdef01234567")),
        new BsonBinary(new byte[] {1, 2}),
        new BsonDocument(),
        BsonDocument.parse("{a: 1, b: {c: ['x', null]}}"),
        new BsonTimestamp(0, 0),
        new BsonTimestamp(1, 2),
        new BsonMinKey(),
        new BsonMaxKey());
  }

  private static boolean isSent(BsonValue id) {
    return !System.getProperty("mongodb.uri", "").isEmpty() || !id.isSymbol();
  }

  private static DocumentRef ref(BsonValue id) {
    return ORDERS.document(Values.decode(id));
  }

  @ParameterizedTest
  @MethodSource("ids")
  void anIdOfAnyTypeButCodeAndPointersNamesItsDocument(BsonValue id) {
    assumeTrue(isSent(id), "mongo-java-server knows no value of type " + id.getBsonType());
    DocumentRepository documents = FRESH.store().documents();
    DocumentLeg inserted = leg("t1", 1, insert(ref(id), fields("n", 1)));
    assertThat(documents.hold(List.of(inserted))).containsExactly(DocumentHoldOutcome.held());
    assertThat(documents.hold(List.of(inserted)))
        .containsExactly(new DocumentHoldOutcome.Present(inserted.epoch(), true));
    assertThat(documents.settle(List.of(inserted))).containsExactly(MatchOutcome.MATCHED);

    DocumentLeg changed = leg("t2", 1, change(ref(id), set("n", 2)));
    assertThat(documents.hold(List.of(changed))).containsExactly(DocumentHoldOutcome.held());
    List<DocumentLookup> scanned = new ArrayList<>();
    documents.scanHeld(ORDERS, scanned::add);
    assertThat(scanned).containsExactlyElementsOf(documents.find(List.of(ref(id))));
    assertThat(scanned.get(0))
        .isInstanceOfSatisfying(
            DocumentLookup.Found.class,
            found ->
                assertThat(found.document().holds()).containsExactly(DocumentHold.of(changed)));
    assertThat(documents.settle(List.of(changed))).containsExactly(MatchOutcome.MATCHED);
    assertThat(documents.findLatest(ref(id)))
        .isInstanceOfSatisfying(
            DocumentLookup.Found.class,
            found -> assertThat(found.document().fields()).isEqualTo(fields("n", 2)));
    assertThat(FRESH.collection("orders").find().first().get("_id")).isEqualTo(id);
  }

  static Stream<Arguments> oneDocument() {
    return Stream.of(
        arguments(new BsonInt32(5), new BsonInt64(5)),
        arguments(new BsonInt32(5), new BsonDouble(5)),
        arguments(new BsonInt64(5), new BsonDecimal128(Decimal128.parse("5.0"))),
        arguments(new BsonInt64(100_000_000_000_000_000L), new BsonDouble(1e17)),
        arguments(new BsonDouble(5.5), new BsonDecimal128(Decimal128.parse("5.50"))),
        arguments(new BsonDouble(-0.0), new BsonInt32(0)),
        arguments(new BsonDecimal128(Decimal128.NEGATIVE_ZERO), new BsonInt32(0)),
        arguments(new BsonDouble(Double.NaN), new BsonDecimal128(Decimal128.NaN)),
        arguments(
            new BsonDouble(Double.POSITIVE_INFINITY),
            new BsonDecimal128(Decimal128.POSITIVE_INFINITY)),
        arguments(BsonDocument.parse("{a: 1}"), BsonDocument.parse("{a: {$numberLong: '1'}}")),
        arguments(new BsonString("a"), new BsonSymbol("a")));
  }

  /** Whichever comes first, and whatever is sent between both. */
  @ParameterizedTest
  @MethodSource("oneDocument")
  void idsThatMongoTakesForEqualNameOneDocument(BsonValue one, BsonValue same) {
    assumeTrue(isSent(one) && isSent(same), "mongo-java-server knows no such value");
    DocumentRepository documents = FRESH.store().documents();
    FRESH.collection("orders").insertOne(new BsonDocument("_id", one));
    assumeTrue(
        FRESH.collection("orders").find(new BsonDocument("_id", same)).first() != null,
        "this server takes them for two");

    assertThat(ref(one)).isEqualTo(ref(same));
    for (List<BsonValue> both : List.of(List.of(one, same), List.of(same, one))) {
      DocumentLeg first = leg("t1", 1, change(ref(both.get(0)), set("n", 1)));
      DocumentLeg second = leg("t2", 1, change(ref(both.get(1)), set("n", 2)));
      assertThat(documents.hold(List.of(first, second)))
          .containsExactly(
              DocumentHoldOutcome.held(), new DocumentHoldOutcome.Busy(DocumentHold.of(first)));
      assertThat(documents.find(List.of(ref(same), ref(one))))
          .allSatisfy(lookup -> assertThat(lookup).isInstanceOf(DocumentLookup.Found.class));
      assertThat(documents.findLatest(ref(both.get(1)))).isInstanceOf(DocumentLookup.Found.class);
      assertThat(documents.release(List.of(HeldDocument.of(first))))
          .containsExactly(MatchOutcome.MATCHED);
    }
    assertThat(documents.hold(List.of(leg("t3", 1, insert(ref(same), fields())))))
        .doesNotContain(DocumentHoldOutcome.held());
  }

  /** No operation names it: what it seems to hold is no hold. */
  @Test
  void aScanPassesOverWhatNoOperationCanName() {
    DocumentRepository documents = FRESH.store().documents();
    FRESH
        .collection("orders")
        .insertOne(BsonDocument.parse("{_id: {'a.b': 1}, pendingTransactions: [{id: 't1'}]}"));
    FRESH
        .collection("orders")
        .insertOne(BsonDocument.parse("{_id: 'z', pendingTransactions: [{id: 't1'}]}"));
    List<DocumentLookup> scanned = new ArrayList<>();

    documents.scanHeld(ORDERS, scanned::add);

    assertThat(scanned).hasSize(1);
    assertThat(scanned.get(0)).isInstanceOf(DocumentLookup.Unreadable.class);
  }
}
