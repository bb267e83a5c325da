package io.twophase.adapter.mongo.document;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.InsertManyOptions;
import io.twophase.adapter.mongo.document.GuardFilters.ChangeFilters;
import io.twophase.adapter.mongo.document.GuardFilters.ChangeUpdates;
import io.twophase.adapter.mongo.document.GuardFilters.Filters;
import io.twophase.domain.document.Changes;
import io.twophase.domain.document.Changes.ImpossibleChange;
import io.twophase.domain.document.Guard;
import io.twophase.domain.testing.RandomDocuments;
import io.twophase.domain.testing.Seed;
import io.twophase.domain.value.Fields;
import io.twophase.domain.value.Value;
import io.vavr.control.Either;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.junit.jupiter.api.Test;

/** A server takes filters and updates for what the domain says of guards and changes. */
abstract class SemanticsContract {

  private static final int DOCUMENTS = 300;
  private static final int ROUNDS = Integer.getInteger("twophase.semantics", 300);

  private final Random random = Seed.random(getClass().getSimpleName());
  private final RandomDocuments documents = new RandomDocuments(random);

  /** An empty collection. */
  protected abstract MongoCollection<BsonDocument> collection();

  /** Whether the server is known to make such changes of such a document as MongoDB does. */
  protected boolean areDoneRight(Changes changes, Fields stored) {
    return true;
  }

  /** Whether what the server has made is what the domain says. */
  protected boolean areSame(Fields made, Fields expected) {
    return made.equals(expected);
  }

  private List<Fields> stored(MongoCollection<BsonDocument> collection) {
    List<Fields> stored = new ArrayList<>();
    List<BsonDocument> inserted = new ArrayList<>();
    for (int at = 0; at < DOCUMENTS; at++) {
      Fields fields = documents.fields();
      stored.add(fields);
      BsonDocument document = new BsonDocument(Field.ID, new BsonInt32(at));
      document.putAll(Values.document(fields));
      inserted.add(document);
    }
    collection.insertMany(inserted, new InsertManyOptions().ordered(false));
    return stored;
  }

  private static Set<Integer> matching(
      MongoCollection<BsonDocument> collection, BsonDocument filter) {
    Set<Integer> ids = new TreeSet<>();
    collection
        .find(filter)
        .projection(new BsonDocument(Field.ID, new BsonInt32(1)))
        .forEach(document -> ids.add(document.getInt32(Field.ID).getValue()));
    return ids;
  }

  @Test
  void valuesAreReadBackAsTheyWereStored() {
    MongoCollection<BsonDocument> collection = collection();
    List<Fields> stored = stored(collection);

    for (BsonDocument document : collection.find()) {
      Fields fields = Values.fields(document);
      int id = document.getInt32(Field.ID).getValue();
      assertThat(fields.without(Field.ID)).isEqualTo(stored.get(id));
    }
  }

  @Test
  void aGuardsFilterMatchesWhereTheGuardHolds() {
    MongoCollection<BsonDocument> collection = collection();
    List<Fields> stored = stored(collection);
    int held = 0;
    for (int round = 0; round < ROUNDS; round++) {
      Guard guard = round % 8 == 0 ? unchanged(stored) : documents.guard();
      Set<Integer> expected = new TreeSet<>();
      for (int at = 0; at < DOCUMENTS; at++) {
        if (guard.holds(stored.get(at))) {
          expected.add(at);
        }
      }
      held += expected.size();

      Set<Integer> matched = matching(collection, GuardFilters.of(guard));
      assertThat(matched).as(difference(guard, expected, matched, stored)).isEqualTo(expected);
    }
    assertThat(held).isPositive();
  }

  /** One of the documents that a guard can compare is as it was read. */
  private Guard unchanged(List<Fields> stored) {
    while (true) {
      Fields fields = stored.get(random.nextInt(stored.size()));
      if (RandomDocuments.isComparable(new Value.Embedded(fields))) {
        return new Guard.Unchanged(fields);
      }
    }
  }

  private static String difference(
      Object asked, Set<Integer> expected, Set<Integer> matched, List<Fields> stored) {
    Set<Integer> differing = new TreeSet<>(expected);
    differing.addAll(matched);
    differing.removeIf(at -> expected.contains(at) && matched.contains(at));
    return asked + differing.stream().limit(3).map(at -> "\n" + stored.get(at)).toList().toString();
  }

  @Test
  void aChangesFilterMatchesWhereTheChangesArePossible() {
    MongoCollection<BsonDocument> collection = collection();
    List<Fields> stored = stored(collection);
    for (int round = 0; round < ROUNDS; round++) {
      Changes changes = documents.changes();
      Set<Integer> expected = new TreeSet<>();
      for (int at = 0; at < DOCUMENTS; at++) {
        if (changes.applyTo(stored.get(at)).isRight()) {
          expected.add(at);
        }
      }

      Set<Integer> matched =
          matching(
              collection,
              Filters.all(Stream.concat(Stream.of(new BsonDocument()), ChangeFilters.of(changes))));
      assertThat(matched).as(difference(changes, expected, matched, stored)).isEqualTo(expected);
    }
  }

  @Test
  void anUpdateDoesWhatTheChangesSay() {
    MongoCollection<BsonDocument> collection = collection();
    List<Fields> stored = stored(collection);
    int changed = 0;
    for (int at = 0; at < DOCUMENTS; at++) {
      Changes changes = documents.changes();
      Either<ImpossibleChange, Fields> after = changes.applyTo(stored.get(at));
      if (after.isLeft() || !areDoneRight(changes, stored.get(at))) {
        continue;
      }
      changed++;
      BsonDocument id = new BsonDocument(Field.ID, new BsonInt32(at));
      collection.updateOne(id, ChangeUpdates.of(changes));

      Fields read = Values.fields(collection.find(id).first()).without(Field.ID);
      assertThat(areSame(inAnyOrder(read), inAnyOrder(after.get())))
          .as("%s of %s is %s, not %s", changes, stored.get(at), read, after.get())
          .isTrue();
    }
    assertThat(changed).isGreaterThan(DOCUMENTS / 10);
  }

  /** In which order new fields come is left to the server. */
  private static Fields inAnyOrder(Fields fields) {
    return new Fields(
        fields.all().stream()
            .map(
                field ->
                    field.value() instanceof Value.Embedded embedded
                        ? new io.twophase.domain.value.Fields.Field(
                            field.name(), new Value.Embedded(inAnyOrder(embedded.fields())))
                        : field)
            .sorted(Comparator.comparing(io.twophase.domain.value.Fields.Field::name))
            .toList());
  }
}
