package io.twophase.adapter.mongo.document;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.value.Fields;
import io.twophase.domain.value.Fields.Field;
import io.twophase.domain.value.Value;
import java.util.List;
import java.util.stream.Stream;
import org.bson.BsonBinary;
import org.bson.BsonDecimal128;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonJavaScript;
import org.bson.BsonJavaScriptWithScope;
import org.bson.BsonMaxKey;
import org.bson.BsonMinKey;
import org.bson.BsonObjectId;
import org.bson.BsonRegularExpression;
import org.bson.BsonSymbol;
import org.bson.BsonTimestamp;
import org.bson.BsonUndefined;
import org.bson.BsonValue;
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("Values as Extended JSON")
class ExtendedJsonTest {

  static Stream<Value> values() {
    Stream<BsonValue> other =
        Stream.of(
            new BsonObjectId(new ObjectId("65a000000000000000000001")),
            new BsonBinary((byte) 4, new byte[16]),
            new BsonBinary(new byte[] {1, 2, 3}),
            new BsonRegularExpression("a/b\"", "i"),
            new BsonTimestamp(7, 8),
            new BsonMinKey(),
            new BsonMaxKey(),
            new BsonUndefined(),
            new BsonSymbol("s"),
            new BsonJavaScript("f()"),
            new BsonJavaScriptWithScope("f()", new BsonDocument("x", new BsonInt32(1))),
            new BsonDecimal128(Decimal128.NaN),
            new BsonDecimal128(Decimal128.parse("-0")));
    return Stream.concat(
        other.map(Values::decode),
        Stream.of(
            new Value.Null(),
            new Value.Bool(true),
            new Value.Int32(5),
            new Value.Int32(Integer.MIN_VALUE),
            new Value.Int64(5),
            new Value.Int64(Integer.MIN_VALUE),
            new Value.Int64(Long.MAX_VALUE),
            new Value.Float64(5),
            new Value.Float64(1e300),
            new Value.Float64(0.1),
            new Value.Float64(Double.NaN),
            new Value.Float64(Double.NEGATIVE_INFINITY),
            new Value.Decimal(new java.math.BigDecimal("1.50")),
            new Value.Text("quote \" line \n"),
            new Value.Date(0),
            new Value.Date(-62_200_000_000_000L),
            new Value.Date(1_800_000_000_123L),
            new Value.Array(List.of(new Value.Int64(1), new Value.Array(List.of()))),
            new Value.Embedded(
                Fields.of(new Field("b", new Value.Int32(1)), new Field("a", new Value.Null())))));
  }

  @ParameterizedTest
  @MethodSource("values")
  void areReadBackAsTheyWere(Value value) {
    Fields fields = Fields.of(new Field("v", value));

    assertThat(ExtendedJson.parse(ExtendedJson.text(fields)).get())
        .isEqualTo(new Value.Embedded(fields));
  }

  @ParameterizedTest
  @CsvSource({
    "5, int",
    "5.0, double",
    "12345678901, long",
    "true, bool",
    "null, null",
    "'\"x\"', string",
    "'[1]', array",
    "'{\"a\": 1}', object",
    "'{\"$date\": \"2026-11-22T10:00:00Z\"}', date",
    "'{\"$oid\": \"65a000000000000000000001\"}', objectId"
  })
  void areOfTheTypeThatTheTextSays(String json, String type) {
    assertThat(ExtendedJson.parse(json).get().type()).isEqualTo(type);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"$date\": \"tomorrow\"}",
        "{\"$oid\": \"12\"}",
        "{\"$numberLong\": \"1.5\"}",
        "{\"$numberDecimal\": \"x\"}",
        "12345678901234567890",
        "",
        "}"
      })
  void thatAreNoneAreSaidToBeNone(String json) {
    assertThat(ExtendedJson.parse(json).getLeft()).isNotBlank();
  }

  @Test
  void thatAreNestedTooDeepAreNone() {
    for (int depth : new int[] {300, 100_000}) {
      assertThat(ExtendedJson.parse("[".repeat(depth) + "]".repeat(depth)).getLeft())
          .contains("more than 200 documents and arrays in each other");
    }
  }

  @Test
  void areWrittenOnOneLine() {
    assertThat(ExtendedJson.text(Fields.of(new Field("a", new Value.Text("x\ny")))))
        .isEqualTo("{\"a\": \"x\\ny\"}");
  }
}
