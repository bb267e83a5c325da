package io.twophase.adapter.mongo.document;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.value.Fields;
import io.twophase.domain.value.Fields.Field;
import io.twophase.domain.value.Value;
import java.util.stream.Stream;
import org.bson.BsonType;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("Values as Extended JSON")
class ExtendedJsonTest {

  /** JSON has no word of its own for a pointer. */
  static Stream<Value> values() {
    return ValuesTest.values().stream()
        .filter(value -> value.getBsonType() != BsonType.DB_POINTER)
        .map(Values::decode);
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
