package io.twophase.adapter.mongo.driver;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DuplicateKeyTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          E11000 duplicate key error collection: bank.transactions index: _id_ dup key: { _id: 't' } | _id_ | true
          E11000 duplicate key error collection: bank.transactions index: one_each dup key: { destination: 'B' } | one_each | false
          E11000 duplicate key error index: bank.transactions.$_id_ dup key: { : 't' } | bank.transactions.$_id_ | true
          Duplicate key violation on the requested collection: Index '_id_' | _id_ | true
          Duplicate key violation on the requested collection: Index 'one_each' | one_each | false
          """)
  void theIndexIsNamed(String words, String index, boolean ofId) {
    assertThat(DriverErrors.index(words)).contains(index);
    assertThat(DriverErrors.isOfId(words)).isEqualTo(ofId);
  }

  @ParameterizedTest
  @CsvSource({"duplicate key", "''", "the index is full"})
  void orNot(String words) {
    assertThat(DriverErrors.isOfId(words)).isFalse();
  }
}
