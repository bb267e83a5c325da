package io.twophase.adapter.mongo.driver;

import static io.twophase.domain.document.FieldChange.push;
import static io.twophase.domain.document.FieldChange.set;
import static io.twophase.domain.document.FieldChange.unset;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.mongo.document.Values;
import io.twophase.adapter.mongo.driver.Inspection.CompoundIndex;
import io.twophase.domain.document.Changes;
import io.twophase.domain.document.FieldChange;
import io.twophase.domain.value.FieldPath;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What MongoDB answers with code 171, "cannot index parallel arrays". */
class CompoundIndexTest {

  private static CompoundIndex index(String... paths) {
    return new CompoundIndex("i", Stream.of(paths).map(FieldPath::of).toList());
  }

  private static final CompoundIndex INDEX = index("a", "b.c", "b.d");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{a: [1], b: {c: [2]}}|a and b.c",
        "{a: [], b: []}|a and b.c",
        "{b: {d: [1], c: [2]}}|b.c and b.d",
        "{a: 1, b: [{c: 1}, {c: [1], d: [2]}]}|b.c and b.d",
        "{a: [{x: 1}], b: [{c: 1}]}|a and b.c"
      })
  void twoArraysAreRefusedByTheIndex(String document, String fields) {
    assertThat(INDEX.refusal(Values.fields(BsonDocument.parse(document))))
        .contains("has the index i, which takes no document with arrays at both " + fields);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{a: [1, [2, 3]], b: {c: 2}}",
        "{a: 1, b: [{c: 1, d: 2}, {c: [1], d: 2}, 3]}",
        "{a: {x: [1]}, b: {c: {y: [1]}, d: [1]}}",
        "{a: [1], b: {e: [2]}, c: [3]}"
      })
  void oneIsTaken(String document) {
    assertThat(INDEX.refusal(Values.fields(BsonDocument.parse(document)))).isEmpty();
  }

  private static List<String> others(FieldChange... changes) {
    return INDEX.others(Changes.of(changes)).map(FieldPath::toString).toList();
  }

  @Test
  void aChangeThatPutsAnArrayAsksThatTheOthersAreNone() {
    assertThat(others(set("a", List.of(1)))).containsExactly("b.c", "b.d");
    assertThat(others(push("b.c", 1))).containsExactly("a", "b.d");
    assertThat(others(set("b", Map.of("c", List.of(1))))).containsExactly("a");
    assertThat(others(set("a", List.of(1)), set("b.c", 1), unset("b.d"))).isEmpty();
    assertThat(others(set("a", 1), push("b.e", 1))).isEmpty();
    assertThat(others(set("b.c.x", List.of(1)))).isEmpty();
  }
}
