package io.twophase.embedded.backend;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.testing.Seed;
import io.twophase.embedded.Served;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.bson.Document;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Random queries and sorts go by the order of values that MongoDB documents. */
class ComparisonsTest {

  private static final int LENGTH = Integer.getInteger("twophase.storms", 1);

  /** Each value is behind those before it; a query compares those of one line only. */
  private static final List<Document> ORDER =
      Document.parse(
              """
              {order: [{all: [null]},
                {all: [{$numberDouble: 'NaN'}]},
                {all: [{$numberDouble: '-Infinity'}, -7, -1.5, {$numberDecimal: '-0.1'}, 0.0, 1, {$numberLong:
                  '9007199254740992'}, {$numberLong: '9007199254740993'}, {$numberDecimal: '9007199254740993.5'}, 1e300,
                  {$numberDecimal: 'Infinity'}]},
                {all: ['', 'A', 'AB', 'a', '\\uff80', '\\ud83d\\ude00']},
                {all: [{}, {a: 1}, {a: 1, b: 1}, {a: 2}, {b: 1}, {a: 'x'}]},
                {all: [{$binary: {base64: 'fw==', subType: '00'}}, {$binary: {base64: '/w==', subType: '00'}},
                  {$binary: {base64: 'AAA=', subType: '00'}}]},
                {all: [{$oid: '507f1f77bcf86cd79943901b'}, {$oid: 'f07f1f77bcf86cd799439011'}]},
                {all: [false, true]},
                {all: [{$date: {$numberLong: '-1'}}, {$date: {$numberLong: '1'}}]},
                {all: [{$timestamp: {t: 1, i: 2}}, {$timestamp: {t: 4294967295, i: 1}}]}]}
              """)
          .getList("order", Document.class);

  private static final Map<String, IntPredicate> SIDES =
      Map.of(
          "$eq", sign -> sign == 0,
          "$gt", sign -> sign > 0,
          "$gte", sign -> sign >= 0,
          "$lt", sign -> sign < 0,
          "$lte", sign -> sign <= 0);

  /** A value's line and its place among all. */
  private record Placed(int line, int place, Object value) {}

  private static final List<Placed> VALUES = new ArrayList<>();

  static {
    for (int line = 0; line < ORDER.size(); line++) {
      for (Object value : ORDER.get(line).getList("all", Object.class)) {
        VALUES.add(new Placed(line, VALUES.size(), value));
      }
    }
  }

  @AutoClose private final Served served = Served.inMemory();

  /** The values of each document, by its id: several of an array, and null of an absent field. */
  private final List<List<Placed>> stored = new ArrayList<>();

  @Test
  void valuesAreFoundAndSortedByTheirPlaces() {
    long seed = Seed.next("ComparisonsTest");
    Random random = new Random(seed);
    for (int id = 0; id < 200; id++) {
      served.documents.insertOne(document(id, random));
    }
    for (int round = 0; round < 300 * LENGTH; round++) {
      Placed asked = values(random, 1).get(0);
      String operator = List.copyOf(SIDES.keySet()).get(random.nextInt(SIDES.size()));
      boolean isAsked = random.nextInt(4) > 0;
      boolean isUp = random.nextBoolean();
      int most = 1 + random.nextInt(250);
      Document query =
          isAsked ? new Document("v", new Document(operator, asked.value)) : new Document();
      IntPredicate side = SIDES.get(operator);
      List<Integer> expected =
          IntStream.range(0, stored.size())
              .filter(
                  id ->
                      !isAsked
                          || stored.get(id).stream()
                              .anyMatch(
                                  each ->
                                      each.line == asked.line
                                          && side.test(each.place - asked.place)))
              .boxed()
              .sorted(Comparator.comparing(id -> isUp ? least(id) : -greatest(id)))
              .limit(most)
              .toList();
      assertThat(found(query, new Document("v", isUp ? 1 : -1), most))
          .as("seed %d, the first %d of %s, upwards %s", seed, most, query, isUp)
          .isEqualTo(expected);
    }
  }

  private Document document(int id, Random random) {
    Document document = new Document("_id", id);
    int form = random.nextInt(10);
    List<Placed> values = values(random, form > 6 ? form - 7 : 1);
    stored.add(values);
    if (form > 6) {
      return document.append("v", values.stream().map(Placed::value).toList());
    }
    return id % 2 == 0 && values.get(0).value == null
        ? document
        : document.append("v", values.get(0).value);
  }

  private int least(int id) {
    return stored.get(id).stream().mapToInt(Placed::place).min().orElse(-1);
  }

  private int greatest(int id) {
    return stored.get(id).stream().mapToInt(Placed::place).max().orElse(-1);
  }

  /** Documents of equal values come in the order of their ids. */
  private List<Integer> found(Document query, Document order, int most) {
    return served
        .documents
        .find(query)
        .sort(order)
        .limit(most)
        .map(document -> document.getInteger("_id"))
        .into(new ArrayList<>());
  }

  private static List<Placed> values(Random random, int count) {
    return random.ints(count, 0, VALUES.size()).mapToObj(VALUES::get).toList();
  }
}
