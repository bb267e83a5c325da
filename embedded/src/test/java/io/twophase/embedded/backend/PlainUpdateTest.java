package io.twophase.embedded.backend;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.result.UpdateResult;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import io.twophase.domain.testing.Seed;
import io.twophase.embedded.Served;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.bson.Document;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class PlainUpdateTest {

  private static final int LENGTH = Integer.getInteger("twophase.storms", 1);

  private static final Pattern DATE = Pattern.compile("\\{\"\\$date\": \"[^\"]*\"}");

  /** How an int64 begins that was made by an overflow: no other value here is so far below zero. */
  private static final String WRAPPED = "-92233720368547";

  @AutoClose("shutdownNow")
  private final MongoServer theirs = new MongoServer(new MemoryBackend());

  @AutoClose
  private final MongoClient client = MongoClients.create(theirs.bindAndGetConnectionString());

  @AutoClose private final Served ours = Served.inMemory();
  private final MongoCollection<Document> library = client.getDatabase("db").getCollection("c");
  private final MongoCollection<Document> embedded = ours.documents;

  @Test
  void randomUpdatesChangeWhatTheyDoOnTheLibrarysOwnStore() {
    long seed = Seed.next("PlainUpdateTest");
    Random random = new Random(seed);
    List<String> ids = List.of("x", "y", "z");
    for (int i = 0; i < 600 * LENGTH; i++) {
      if (i % 20 == 0) {
        refill(ids, random);
      }
      Document query =
          new Document("_id", new Document("$in", ids.subList(0, 1 + random.nextInt(3))))
              .append("n", new Document("$gte", random.nextInt(4)));
      Document update = update(random);
      String what = "-Dtwophase.seed=" + seed + ", " + i + ": " + query + " " + update;
      List<Object> before = state(library);
      String expected = answer(() -> library.updateMany(query, update));
      if (expected.startsWith("refused") && !before.equals(state(library))) {
        // it has changed some documents before it came to the one that it refuses
        refill(ids, random);
        continue;
      }
      String answer = answer(() -> embedded.updateMany(query, update));
      if (answer.equals("refused 2") && state(library).toString().contains(WRAPPED)) {
        // the library lets an int64 overflow, where MongoDB and the embedded server refuse it
        refill(ids, random);
        continue;
      }
      assertThat(answer).as(what).isEqualTo(expected);
      assertThat(state(embedded)).as(what).isEqualTo(state(library));
    }
  }

  private void refill(List<String> ids, Random random) {
    List<Document> documents = ids.stream().map(id -> document(id, random)).toList();
    for (MongoCollection<Document> collection : List.of(library, embedded)) {
      collection.deleteMany(new Document());
      collection.insertMany(documents);
    }
  }

  @Test
  void ordinaryUpdatesAreNotLeftToTheLibrary() {
    de.bwaldvogel.mongo.bson.Document account =
        new de.bwaldvogel.mongo.bson.Document("n", 5L).append("holds", new ArrayList<>());
    assertThat(apply(account, "$inc", "n", -3L)).isTrue();
    assertThat(apply(account, "$push", "holds", of("tx", "t"))).isTrue();
    assertThat(apply(account, "$pull", "holds", of("tx", "u"))).isTrue();
    assertThat(account).isEqualTo(of("n", 2L).append("holds", List.of(of("tx", "t"))));
    assertThat(apply(account, "$pull", "holds", of("tx", of("$in", List.of("t"))))).isTrue();
    assertThat(apply(account, "$set", "state", "done")).isTrue();
    assertThat(account).isEqualTo(of("n", 2L).append("holds", List.of()).append("state", "done"));
  }

  @Test
  void whatIsNoPlainUpdateIsLeftToTheLibrary() {
    for (de.bwaldvogel.mongo.bson.Document update :
        List.of(
            of("$inc", of("m", 1L).append("n", 1L)),
            of("$set", of("a", 1).append("a.b", 1)),
            of("$set", of("a.b.c", 1)).append("$unset", of("a.b", 1)),
            of("$set", of("_id.a", 1)),
            of("$set", of("l.$.a", 1)),
            of("$set", of("l.2", 1)),
            of("$set", of("n.a", 1)),
            of("a", of("b", 1)),
            new de.bwaldvogel.mongo.bson.Document())) {
      de.bwaldvogel.mongo.bson.Document account =
          of("n", Long.MAX_VALUE).append("m", 0L).append("l", List.of(1));
      assertThat(PlainUpdate.apply(update, account)).as("%s", update).isFalse();
    }
  }

  private static de.bwaldvogel.mongo.bson.Document of(String name, Object value) {
    return new de.bwaldvogel.mongo.bson.Document(name, value);
  }

  private static boolean apply(
      de.bwaldvogel.mongo.bson.Document document, String operator, String field, Object operand) {
    return PlainUpdate.apply(of(operator, of(field, operand)), document);
  }

  private static String answer(Supplier<UpdateResult> update) {
    try {
      UpdateResult result = update.get();
      return result.getMatchedCount() + ", " + result.getModifiedCount();
    } catch (MongoException e) {
      return "refused " + e.getCode();
    }
  }

  /** With a date as no more than a date: the two servers do not set theirs at one instant. */
  private static List<Object> state(MongoCollection<Document> collection) {
    List<Object> state = new ArrayList<>();
    for (Document document : collection.find()) {
      state.add(DATE.matcher(document.toJson()).replaceAll("a date"));
    }
    return state;
  }

  private static Document document(String id, Random random) {
    Document document = new Document("_id", id).append("n", (long) random.nextInt(6));
    for (String field : List.of("a", "b", "h")) {
      if (random.nextInt(4) > 0) {
        document.put(field, random.nextBoolean() ? elements(random, 4) : value(random));
      }
    }
    return document;
  }

  /**
   * No two numbers that are equal and of two types: the library leaves such a one as it is. No
   * null: the library takes a field with it for one that is absent.
   */
  private static Object value(Random random) {
    List<Object> values = List.of("x", "", 1_000, 1L, 2L, 1.5, true, Long.MAX_VALUE - 1);
    return values.get(random.nextInt(values.size()));
  }

  private static List<Object> elements(Random random, int most) {
    return IntStream.range(0, random.nextInt(most))
        .mapToObj(i -> random.nextInt(8) == 0 ? (Object) "odd" : element(random))
        .toList();
  }

  private static Document element(Random random) {
    Document element = new Document("t", "t" + random.nextInt(4));
    return random.nextInt(5) == 0 ? element : element.append("e", (long) random.nextInt(2));
  }

  private static Document update(Random random) {
    Document update = new Document();
    for (int left = 1 + random.nextInt(3); left > 0; left--) {
      String field = List.of("n", "a", "b", "h", "h", "h.0.e").get(random.nextInt(6));
      String operator =
          List.of("$set", "$inc", "$push", "$pull", "$currentDate", "$unset")
              .get(random.nextInt(6));
      update.computeIfAbsent(operator, absent -> new Document());
      update.get(operator, Document.class).append(field, operand(operator, random));
    }
    return update;
  }

  private static Object operand(String operator, Random random) {
    return switch (operator) {
      // never by zero: an int64 of zero makes another type of an int32, which is a change here only
      case "$inc" -> random.nextInt(6) == 0 ? 1 : List.of(-2L, -1L, 1L).get(random.nextInt(3));
      case "$push" ->
          switch (random.nextInt(4)) {
            case 0 -> value(random);
            case 1 -> new Document("$each", elements(random, 3));
            case 2 -> new Document("$each", elements(random, 3)).append("$slice", -2);
            default -> element(random);
          };
      case "$pull" ->
          switch (random.nextInt(4)) {
            case 0 -> new Document("t", new Document("$in", List.of("t1", "t2")));
            case 1 -> new Document("t", new Document("$in", List.of("t1"))).append("e", 1L);
            case 2 -> "odd";
            default -> element(random);
          };
      case "$currentDate" -> true;
      default -> random.nextInt(6) == 0 ? element(random) : value(random);
    };
  }
}
