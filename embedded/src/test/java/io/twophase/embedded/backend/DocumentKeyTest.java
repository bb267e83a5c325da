package io.twophase.embedded.backend;

import static org.assertj.core.api.Assertions.assertThat;

import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.bson.ObjectId;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class DocumentKeyTest {

  @Test
  void numbersAreOneIdWhateverTheirType() {
    assertThat(DocumentKey.of(7))
        .isEqualTo(DocumentKey.of(7L))
        .isEqualTo(DocumentKey.of(7.0))
        .hasSameHashCodeAs(DocumentKey.of(7.0));
    assertThat(DocumentKey.of(-0.0)).isEqualTo(DocumentKey.of(0));
    assertThat(DocumentKey.of((1L << 53) + 1)).isNotEqualTo(DocumentKey.of((double) (1L << 53)));
  }

  @Test
  void differentTypesAreDifferentIds() {
    List<Object> ids =
        List.of(1, "1", true, new Document("a", 1), new Document("a", "1"), new ObjectId());
    assertThat(ids.stream().map(DocumentKey::of)).doesNotHaveDuplicates();
    assertThat(DocumentKey.of(null)).isNotEqualTo(DocumentKey.of(""));
  }

  @Test
  void theOrderIsThatOfTheValues() {
    Stream<Object> ascending =
        Stream.of(
            Double.NEGATIVE_INFINITY,
            Long.MIN_VALUE + 1,
            -7L,
            -6.5,
            0,
            0.5,
            1,
            1L << 53,
            (1L << 53) + 1,
            (1L << 53) + 2,
            Double.POSITIVE_INFINITY,
            "",
            "a",
            "a:1",
            "b");
    assertThat(ascending.map(DocumentKey::of)).isSorted();
  }
}
