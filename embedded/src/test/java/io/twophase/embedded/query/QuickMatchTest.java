package io.twophase.embedded.query;

import static org.assertj.core.api.Assertions.assertThat;

import de.bwaldvogel.mongo.backend.DefaultQueryMatcher;
import de.bwaldvogel.mongo.bson.Document;
import io.twophase.domain.testing.Seed;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QuickMatchTest {

  private static final Document ACCOUNT =
      new Document("_id", "A")
          .append("version", 1)
          .append("status", "active")
          .append("available", 100L)
          .append("holds", List.of(hold("t1", 1L), hold("t2", 1L)));

  private static Document hold(String transaction, long epoch) {
    return new Document("tx", transaction).append("epoch", epoch).append("debit", 5L);
  }

  @Test
  void answersRandomConditionsAsTheMatcherDoes() {
    long seed = Seed.next("QuickMatchTest");
    Random random = new Random(seed);
    int answered = 0;
    for (int i = 0; i < 100_000; i++) {
      Document document = document(random);
      Document query = query(random);
      boolean expected = new DefaultQueryMatcher().matches(document, query);
      Optional<Document> rest = QuickMatch.rest(document, query);
      boolean actual =
          rest.isPresent() && new DefaultQueryMatcher().matches(document, rest.orElseThrow());
      assertThat(actual)
          .as("-Dtwophase.seed=%d, %d: %s on %s, left %s", seed, i, query, document, rest)
          .isEqualTo(expected);
      answered += rest.map(Document::size).orElse(0) < query.size() ? 1 : 0;
    }
    assertThat(answered).as("answered at least in part").isGreaterThan(20_000);
  }

  @Test
  void leavesWhatIsNoArrayOfDocumentsToTheMatcher() {
    Document values = new Document("version", 1).append("status", "active");
    Document guard =
        new Document(values)
            .append("holds.tx", new Document("$nin", List.of("t3", "t4")))
            .append("holds.50", new Document("$exists", false));
    assertThat(QuickMatch.rest(ACCOUNT, guard)).contains(values);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void findsManyElementsWithoutTheMatcher(long epoch) {
    List<Document> all =
        IntStream.of(2, 1)
            .mapToObj(i -> new Document("tx", "t" + i).append("epoch", i == 1 ? epoch : 1L))
            .map(element -> new Document("holds", new Document("$elemMatch", element)))
            .toList();
    assertThat(QuickMatch.rest(ACCOUNT, new Document("$and", all)))
        .isEqualTo(epoch == 1 ? Optional.of(new Document()) : Optional.empty());
  }

  private static Document document(Random random) {
    Document document = new Document();
    for (String field : List.of("a", "b", "h")) {
      if (random.nextInt(5) > 0) {
        document.put(field, random.nextInt(3) > 0 ? elements(random) : value(random));
      }
    }
    return document;
  }

  private static Object value(Random random) {
    List<Object> values =
        Arrays.asList(
            "x", "y", "", 1, 2, 1L, 2L, 1.0, Long.MAX_VALUE, Long.MAX_VALUE - 1, true, null);
    return values.get(random.nextInt(values.size()));
  }

  private static List<Object> elements(Random random) {
    List<Object> elements = new ArrayList<>();
    boolean odd = random.nextInt(4) == 0;
    for (int left = random.nextInt(5); left > 0; left--) {
      elements.add(odd && random.nextInt(3) == 0 ? oddElement(random) : element(random));
    }
    return elements;
  }

  private static Object oddElement(Random random) {
    return switch (random.nextInt(4)) {
      case 0 -> value(random);
      case 1 -> new Document("t", value(random)).append("e", value(random));
      case 2 -> List.of(element(random));
      default -> new Document();
    };
  }

  private static Document element(Random random) {
    Document element = new Document("t", text(random));
    if (random.nextInt(4) > 0) {
      element.append("e", (long) random.nextInt(3));
    }
    return element;
  }

  private static String text(Random random) {
    return "t" + random.nextInt(6);
  }

  private static Document query(Random random) {
    Document query = new Document();
    for (int left = 1 + random.nextInt(3); left > 0; left--) {
      String field = List.of("a", "b", "h").get(random.nextInt(3));
      switch (random.nextInt(10)) {
        case 0 -> query.put(field, value(random));
        case 1 -> query.put(field, new Document("$gte", value(random)));
        case 2 -> query.put(field, new Document("$gte", random.nextInt(3)).append("$type", 18));
        case 3 -> query.put(field, new Document("$type", random.nextBoolean() ? 4 : 18));
        case 4 -> query.put(field + ".t", new Document("$ne", text(random)));
        case 5 -> query.put(field + ".t", new Document("$nin", List.of(text(random), "none")));
        case 6 ->
            query.put(
                field + "." + random.nextInt(6), new Document("$exists", random.nextBoolean()));
        case 7 -> query.put(field, new Document("$elemMatch", element(random)));
        case 8 -> query.put(field + ".e", random.nextInt(3));
        default ->
            query.put(
                "$and",
                IntStream.rangeClosed(0, random.nextInt(3))
                    .mapToObj(i -> new Document("$elemMatch", element(random)))
                    .map(wanted -> new Document(field, wanted))
                    .toList());
      }
    }
    return query;
  }
}
