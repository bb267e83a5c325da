package io.twophase.adapter.mongo.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.domain.value.Fields;
import io.twophase.domain.value.Value;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Date;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDbPointer;
import org.bson.BsonDecimal128;
import org.bson.BsonDocument;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonJavaScript;
import org.bson.BsonJavaScriptWithScope;
import org.bson.BsonMaxKey;
import org.bson.BsonMinKey;
import org.bson.BsonNull;
import org.bson.BsonObjectId;
import org.bson.BsonRegularExpression;
import org.bson.BsonString;
import org.bson.BsonSymbol;
import org.bson.BsonTimestamp;
import org.bson.BsonType;
import org.bson.BsonUndefined;
import org.bson.BsonValue;
import org.bson.Document;
import org.bson.UuidRepresentation;
import org.bson.codecs.UuidCodecProvider;
import org.bson.codecs.configuration.CodecRegistries;
import org.bson.codecs.configuration.CodecRegistry;
import org.bson.conversions.Bson;
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every type of BSON goes to the domain and back without loss. */
class ValuesTest {

  private static BsonDocument nested(int depth) {
    BsonDocument document = new BsonDocument("a", new BsonInt32(1));
    for (int level = 1; level < depth; level++) {
      document =
          new BsonDocument("a", level % 2 == 0 ? document : new BsonArray(List.of(document)));
    }
    return document;
  }

  @Test
  void whatMongoDbNestsIsReadAndWhatIsDeeperIsNoValue() {
    assertThat(Values.decode(nested(133)).depth()).isEqualTo(199);
    for (int depth : new int[] {200, 100_000}) {
      BsonDocument tooDeep = nested(depth);
      assertThatThrownBy(() -> Values.decode(tooDeep))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("more than 200 documents and arrays in each other");
      assertThatThrownBy(() -> Values.decode(new BsonJavaScriptWithScope("f", tooDeep)))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  private static final ObjectId ID = new ObjectId("00112233445566778899aabb");

  static List<BsonValue> values() {
    return List.of(
        BsonNull.VALUE,
        BsonBoolean.TRUE,
        new BsonInt32(5),
        new BsonInt32(Integer.MIN_VALUE),
        new BsonInt64(5),
        new BsonInt64(Integer.MIN_VALUE),
        new BsonInt64(Long.MAX_VALUE),
        new BsonDouble(Double.NaN),
        new BsonDouble(-0.0),
        new BsonDouble(5),
        new BsonDouble(1e300),
        new BsonDouble(0.1),
        new BsonDouble(Double.NEGATIVE_INFINITY),
        new BsonDecimal128(Decimal128.parse("1.50")),
        new BsonDecimal128(Decimal128.parse("-0")),
        new BsonDecimal128(Decimal128.NaN),
        new BsonDecimal128(Decimal128.POSITIVE_INFINITY),
        new BsonString("x\uD83D\uDE00"),
        new BsonString("quote \" line \n"),
        new BsonDateTime(-1),
        new BsonDateTime(-62_200_000_000_000L),
        new BsonDateTime(1_800_000_000_123L),
        new BsonArray(List.of(new BsonInt32(1), new BsonArray())),
        new BsonDocument("b", new BsonInt32(1)).append("a", new BsonDocument()),
        new BsonBinary((byte) 4, new byte[16]),
        new BsonBinary(new byte[] {1, 2, 3}),
        new BsonUndefined(),
        new BsonObjectId(ID),
        new BsonRegularExpression("^a/b\"", "i"),
        new BsonDbPointer("ns", ID),
        new BsonJavaScript("f()"),
        new BsonSymbol("s"),
        new BsonJavaScriptWithScope("f()", new BsonDocument("x", new BsonInt32(1))),
        new BsonTimestamp(1, 2),
        new BsonMinKey(),
        new BsonMaxKey());
  }

  @ParameterizedTest
  @MethodSource("values")
  void aValueComesBackAsItWent(BsonValue value) {
    assertThat(Values.encode(Values.decode(value))).isEqualTo(value);
  }

  @Test
  void everyTypeIsTried() {
    assertThat(values())
        .extracting(BsonValue::getBsonType)
        .containsAll(
            Stream.of(BsonType.values()).filter(type -> type != BsonType.END_OF_DOCUMENT).toList());
  }

  @Test
  void aTypeHasTheNameThatDollarTypeKnows() {
    assertThat(values())
        .extracting(value -> Values.decode(value).type())
        .contains("objectId", "binData", "regex", "timestamp", "decimal", "minKey", "maxKey");
  }

  @Test
  void whatIsNoFiniteDecimalIsCarried() {
    assertThat(Values.decode(new BsonDecimal128(Decimal128.parse("-0.00"))))
        .isInstanceOf(Value.Other.class);
    assertThat(Values.decode(new BsonDecimal128(Decimal128.parse("0.00"))))
        .isInstanceOf(Value.Decimal.class);
  }

  /** What a host's own program stores by the driver has the same types. */
  @SuppressWarnings("JavaUtilDate")
  @Test
  void javasOwnObjectsAreStoredAsTheDriverStoresThem() {
    Document document =
        new Document("uuid", new UUID(1, 2))
            .append("bytes", new byte[] {1, 2})
            .append("day", LocalDate.of(2026, 11, 23))
            .append("time", LocalDateTime.of(2026, 11, 23, 12, 0))
            .append("date", new Date(7))
            .append("short", (short) 7)
            .append("float", 0.5f)
            .append("char", 'x');
    CodecRegistry codecs =
        CodecRegistries.fromRegistries(
            CodecRegistries.fromProviders(new UuidCodecProvider(UuidRepresentation.STANDARD)),
            Bson.DEFAULT_CODEC_REGISTRY);

    assertThat(Values.document(Fields.of(document)))
        .isEqualTo(document.toBsonDocument(BsonDocument.class, codecs));
  }
}
