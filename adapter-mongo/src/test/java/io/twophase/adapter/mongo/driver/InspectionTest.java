package io.twophase.adapter.mongo.driver;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.mongo.driver.Inspection.CompoundIndex;
import io.twophase.adapter.mongo.driver.KnownCollections.CollectionTraits;
import io.twophase.adapter.mongo.driver.KnownCollections.CollectionTraits.UniqueIndex;
import io.twophase.domain.value.FieldPath;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What servers say of collections and indexes, in the words of listCollections, listIndexes. */
class InspectionTest {

  private static final String PLAIN = "{name: 'c', type: 'collection', options: {}}";

  private static CollectionTraits traits(boolean trusted, String entry, String... indexes) {
    return Inspection.of(
        BsonDocument.parse(entry),
        Stream.of(indexes).map(BsonDocument::parse).toList(),
        Optional.empty(),
        trusted);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{name: 'c'}",
        PLAIN,
        "{type: 'collection', options: {validator: {}}}",
        "{type: 'collection', options: {validator: {a: 1}, validationAction: 'warn'}}",
        "{type: 'collection', options: {validator: {a: 1}, validationLevel: 'off'}}",
        "{type: 'collection', options: {collation: {locale: 'simple'}, capped: false}}"
      })
  void plainCollectionsAreSafe(String entry) {
    assertThat(
            traits(
                false,
                entry,
                "{key: {_id: 1}, name: '_id_'}",
                "{key: {a: 1}, name: 'a_1'}",
                "{key: {'$**': 1}, name: 'all'}",
                "{key: {_id: 'hashed'}, name: 'by shard'}",
                "{key: {a: 1}, name: 'some', partialFilterExpression: {b: 1}}",
                "{key: {a: 1, _id: 1}, unique: true, name: 'with id'}"))
        .isEqualTo(
            new CollectionTraits(
                List.of(),
                List.of(
                    new CompoundIndex("with id", List.of(FieldPath.of("a"), FieldPath.of("_id")))),
                Optional.empty()));
  }

  @Test
  void indexesOfSeveralFieldsAreTold() {
    String plain = "{key: {a: 1, 'b.c': -1}, name: 'x'}";
    String partial = "{key: {a: 1, b: 1}, name: 'y', partialFilterExpression: {b: 1}}";
    CompoundIndex known = new CompoundIndex("x", List.of(FieldPath.of("a"), FieldPath.of("b.c")));
    CompoundIndex maybe = new CompoundIndex("y", List.of(FieldPath.of("a"), FieldPath.of("b")));

    assertThat(traits(false, PLAIN, plain, partial).compound()).containsExactly(known, maybe);
    assertThat(traits(true, PLAIN, plain, partial).compound()).containsExactly(known);
  }

  /** Entries, indexes, what is unsafe of them, and whether a host may vouch for that. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          {type: 'view'}            | | is no collection of its own but a view | false
          {type: 'timeseries'}      | | is no collection of its own but a timeseries | false
          {options: {capped: true}} | | is capped | false
          {options: {expireAfterSeconds: 60}} | | is clustered by a date | false
          {options: {collation: {locale: 'fr'}}} | | compares texts by a collation | false
          {options: {validator: {a: 1}}} | | has a validator or encrypted fields, by which | true
          {options: {validator: {a: 1}, validationAction: 'errorAndLog'}} | | has a valid | true
          {options: {validator: {a: 1}, validationLevel: 'moderate'}} | | has a validator | true
          {options: {encryptedFields: {fields: [{path: 'a'}]}}} | | or encrypted fields | true
          {} | {key: {'pendingTransactions.id': 1}, unique: 1} | a field of the protocol | false
          {} | {key: {a: 1}, unique: 1, partialFilterExpression: {b: 1}} | and partial | true
          {} | {key: {a: '2dsphere'}}            | kind (2dsphere) | true
          {} | {key: {a: 'hashed'}}              | kind (hashed)   | true
          {} | {key: {_id: 'hashed', a: 1}}      | kind (hashed)   | true
          {} | {key: {a: 1, 'b.$**': 1}}         | kind (wildcard) | true
          {} | {key: {_fts: 'text', _ftsx: 1}}   | kind (text)     | true
          """)
  void whatIsUnsafeIsToldAndMayBeSafeIfTheHostSaysSo(
      String entry, @Nullable String key, String words, boolean safeIfTrusted) {
    String[] index =
        key == null ? new String[0] : new String[] {key.replaceFirst("}$", ", name: 'x'}")};

    assertThat(traits(false, entry, index).unsafe().orElseThrow())
        .startsWith(key == null ? "" : "has the index x")
        .contains(words);
    assertThat(traits(true, entry, index))
        .isEqualTo(safeIfTrusted ? CollectionTraits.PLAIN : traits(false, entry, index));
  }

  @ParameterizedTest
  @ValueSource(strings = {"unique: true", "unique: 1", "prepareUnique: true"})
  void uniqueIndexesAreTold(String unique) {
    CollectionTraits traits =
        traits(
            false,
            PLAIN,
            "{key: {a: 1, 'b.c': -1}, name: 'x', " + unique + "}",
            "{key: {d: 1}, name: 'y', sparse: true, collation: {locale: 'en', strength: 2}, "
                + unique
                + "}");
    assertThat(traits.unsafe()).isEmpty();
    assertThat(traits.unique())
        .containsExactly(
            new UniqueIndex(
                "x", List.of(FieldPath.of("a"), FieldPath.of("b.c")), false, Optional.empty()),
            new UniqueIndex(
                "y",
                List.of(FieldPath.of("d")),
                true,
                Optional.of(BsonDocument.parse("{locale: 'en', strength: 2}"))));
    assertThat(traits.uniqueOf(FieldPath.of("b"))).contains(traits.unique().get(0));
    assertThat(traits.uniqueOf(FieldPath.of("b.d"))).isEmpty();
    assertThat(traits.unique().get(0).fields()).isEqualTo("a, b.c");
  }
}
