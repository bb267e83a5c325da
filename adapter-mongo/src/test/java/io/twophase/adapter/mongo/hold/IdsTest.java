package io.twophase.adapter.mongo.hold;

import static io.twophase.domain.testing.Documents.change;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.insert;
import static io.twophase.domain.testing.Documents.set;
import static io.twophase.domain.testing.HoldWords.on;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.twophase.adapter.mongo.document.Values;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Holding;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.hold.Claim.Answer;
import io.twophase.domain.hold.Claim.Placing;
import java.util.List;
import java.util.stream.Stream;
import org.bson.BsonDecimal128;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonSymbol;
import org.bson.BsonValue;
import org.bson.types.Decimal128;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Documents by ids of every type. */
class IdsTest {

  @RegisterExtension static final FreshDatabase FRESH = Servers.preferred();

  private static final CollectionName ORDERS = CollectionName.of("orders");

  private static boolean isSent(BsonValue id) {
    return !System.getProperty("mongodb.uri", "").isEmpty() || !id.isSymbol();
  }

  private static DocumentRef ref(BsonValue id) {
    return ORDERS.document(Values.decode(id));
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
    Holding holding = new Holding(FRESH.store());
    FRESH.collection("orders").insertOne(new BsonDocument("_id", one));
    assumeTrue(
        FRESH.collection("orders").find(new BsonDocument("_id", same)).first() != null,
        "this server takes them for two");

    assertThat(ref(one)).isEqualTo(ref(same));
    for (List<BsonValue> both : List.of(List.of(one, same), List.of(same, one))) {
      Placing first = on("t1", change(ref(both.get(0)), set("n", 1)));
      Placing second = on("t2", change(ref(both.get(1)), set("n", 2)));
      List<Answer> told = holding.place(List.of(first, second));
      assertThat(told.get(0)).isEqualTo(Answer.held(holding.hold(first)));
      assertThat(told.get(1).hold().orElseThrow()).isEqualTo(holding.hold(first));
      assertThat(holding.document(ref(same))).isEqualTo(holding.document(ref(one)));
      holding.release(List.of(first));
    }
    assertThat(holding.place(on("t3", insert(ref(same), fields()))).kind())
        .isEqualTo(Answer.Kind.REFUSED);
  }
}
