package io.twophase.embedded.backend;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Updates;
import io.twophase.domain.testing.Seed;
import io.twophase.embedded.EmbeddedServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.bson.types.Decimal128;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class IdLookupTest {

  private static final int LENGTH = Integer.getInteger("twophase.storms", 1);

  /** By Extended JSON, which tells the types of numbers apart. */
  private static final List<Object> IDS =
      Document.parse(
              """
              {ids: [1, {$numberLong: '2'}, 3.0, 2.5, 0, {$numberLong: '-7'},
                {$numberLong: '9223372036854775807'}, {$numberLong: '9223372036854775806'},
                {$numberLong: '9007199254740993'}, {$numberDecimal: '4.5'},
                '1', 'two', '', 'ä', true, null, {$date: 5}, {$oid: '0123456789abcdef01234567'},
                {a: 1}, {a: 1, b: 'x'}, {}, {a: null}, {a: [1, 2]}]}
              """)
          .getList("ids", Object.class);

  @AutoClose private final EmbeddedServer server = EmbeddedServer.inMemory(0);
  @AutoClose private final MongoClient client = MongoClients.create(server.uri());

  private final MongoCollection<Document> collection = client.getDatabase("db").getCollection("c");

  @BeforeEach
  void storeOneDocumentForEachId() {
    for (int i = 0; i < IDS.size(); i++) {
      collection.insertOne(
          new Document("_id", IDS.get(i)).append("state", i % 3).append("n", (long) i));
    }
  }

  @Test
  void findsAndUpdatesWhatAScanDoes() {
    long seed = Seed.next("IdLookupTest");
    Random random = new Random(seed);
    for (int i = 0; i < 600 * LENGTH; i++) {
      Document query = query(random, 2).append("n", new Document("$gte", random.nextInt(3)));
      List<Document> expected = find(scanned(query));
      assertThat(find(query)).as("seed %d, query %d: %s", seed, i, query).isEqualTo(expected);
      Bson update = Updates.combine(Updates.inc("n", 1L), Updates.set("state", random.nextInt(3)));
      assertThat(collection.updateOne(query, update).getMatchedCount())
          .as("seed %d, update %d: %s", seed, i, query)
          .isEqualTo(Math.min(1, expected.size()));
    }
  }

  private List<Document> find(Document query) {
    return collection.find(query).into(new ArrayList<>());
  }

  /** A query for the same documents, of which the server takes no ids. */
  private static Document scanned(Document query) {
    return new Document("$nor", List.of(new Document("$nor", List.of(query))));
  }

  private static Document query(Random random, int depth) {
    return switch (depth == 0 ? random.nextInt(3) : random.nextInt(6)) {
      case 0, 1, 2 -> new Document("_id", condition(random));
      case 3 -> new Document("$and", members(random, depth));
      case 4 -> new Document("$or", members(random, depth));
      default -> new Document(random.nextBoolean() ? "$nor" : "$and", members(random, depth));
    };
  }

  private static List<Document> members(Random random, int depth) {
    return IntStream.range(0, 1 + random.nextInt(3))
        .mapToObj(
            i ->
                random.nextInt(4) == 0
                    ? new Document("state", random.nextInt(3))
                    : query(random, depth - 1))
        .toList();
  }

  private static Object condition(Random random) {
    return switch (random.nextInt(12)) {
      case 0 -> new Document("$eq", id(random));
      case 1, 2 -> new Document("$in", ids(random));
      case 3 -> new Document("$in", ids(random)).append("$ne", id(random));
      case 4 -> new Document("$ne", id(random));
      case 5 -> new Document("$nin", ids(random));
      case 6 -> new Document("$exists", random.nextBoolean());
      case 7 -> new Document("$gte", random.nextInt(4));
      case 8 -> random.nextBoolean() ? Pattern.compile("^t") : new Document("$regex", "o$");
      case 9 -> new Document("$not", new Document("$in", ids(random)));
      default -> id(random);
    };
  }

  private static List<Object> ids(Random random) {
    List<Object> ids = new ArrayList<>();
    for (int left = random.nextInt(5); left > 0; left--) {
      ids.add(random.nextInt(20) == 0 ? Pattern.compile("wo") : id(random));
    }
    return ids;
  }

  /** One of the ids, in any of the types that may equal it, or one that is not there. */
  private static Object id(Random random) {
    Object id = IDS.get(random.nextInt(IDS.size()));
    if (id instanceof Number number) {
      return switch (random.nextInt(5)) {
        case 0 -> number.doubleValue();
        case 1 -> number.longValue();
        case 2 -> number.intValue();
        case 3 -> new Decimal128(number.longValue());
        default -> id;
      };
    }
    return switch (random.nextInt(12)) {
      case 0 -> "none";
      case 1 -> new Document();
      case 2 -> List.of(1, 2);
      case 3 -> new Document("b", "x").append("a", 1);
      default -> id;
    };
  }
}
