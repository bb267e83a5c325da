package io.twophase.bench.cost;

import static org.assertj.core.api.Assertions.assertThat;

import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.junit.jupiter.api.Test;

/** What of a filter and an update a server has to look at. */
class StatementTest {

  private static final BsonDocument THREE_HOLDS =
      BsonDocument.parse("{_id: 1, a: {h: [{i: 1}, {i: 2}, {i: 3}]}, n: 5}");

  private static Statement statement(String filter, String change) {
    return new Statement("a.b", BsonDocument.parse(filter), BsonDocument.parse(change), false);
  }

  @Test
  void idsAreWhatTheFilterNames() {
    assertThat(statement("{_id: 7, n: 1}", "{}").ids()).containsExactly(new BsonInt32(7));
    assertThat(statement("{_id: {$in: [7, 'x']}}", "{}").ids())
        .containsExactly(new BsonInt32(7), new BsonString("x"));
    assertThat(statement("{$and: [{_id: {$eq: 7}}, {n: 1}]}", "{}").ids())
        .containsExactly(new BsonInt32(7));
    assertThat(statement("{_id: {$gt: 7}}", "{}").ids()).isEmpty();
  }

  @Test
  void predicatesAreTheConditionsBesideTheIds() {
    assertThat(statement("{_id: 7}", "{}").predicates()).isZero();
    assertThat(statement("{_id: {$in: [7]}}", "{}").predicates()).isZero();
    assertThat(statement("{_id: {$gt: 7}}", "{}").predicates()).isEqualTo(1);
    assertThat(statement("{_id: 7, n: {$gte: 1, $type: 18}, s: 'x'}", "{}").predicates())
        .isEqualTo(3);
    assertThat(statement("{$and: [{_id: 7}, {$or: [{n: 1}, {n: 2}]}]}", "{}").predicates())
        .isEqualTo(2);
    assertThat(statement("{_id: 7, h: {$elemMatch: {i: 1, j: 2}}}", "{}").predicates())
        .isEqualTo(2);
    assertThat(statement("{_id: 7, h: {$not: {$elemMatch: {i: 1}}}}", "{}").predicates())
        .isEqualTo(1);
    assertThat(
            statement("{_id: 7, h: {$elemMatch: {$and: [{i: 1}, {j: {$lt: 2}}]}}}", "{}")
                .predicates())
        .isEqualTo(2);
    assertThat(statement("{_id: 7, h: {$elemMatch: {$gte: 1, $lt: 5}}}", "{}").predicates())
        .isEqualTo(2);
  }

  @Test
  void elementsAreThoseOfEachArrayOnTheWay() {
    assertThat(statement("{_id: 1, n: 5}", "{$inc: {n: 1}}").elements(THREE_HOLDS)).isZero();
    assertThat(
            statement("{_id: 1, 'a.h.i': {$ne: 9}}", "{$push: {'a.h': 4}}").elements(THREE_HOLDS))
        .isEqualTo(3);
    assertThat(
            statement("{_id: 1, 'a.h': {$elemMatch: {i: 1, j: 2}}}", "{$pull: {'a.h': {i: 1}}}")
                .elements(THREE_HOLDS))
        .isEqualTo(3 + 3);
    assertThat(statement("{_id: 1, 'a.h.200': {$exists: false}}", "{}").elements(THREE_HOLDS))
        .isEqualTo(3);
    assertThat(statement("{_id: 1, 'x.h': 1, 'n.h': 1}", "{}").elements(THREE_HOLDS)).isZero();
  }

  @Test
  void arraysAreChangedByTheirOperators() {
    Statement cutting =
        statement(
            "{_id: 1}", "{$push: {h: {$each: [1], $slice: -5}}, $pull: {g: 1}, $set: {n: 1}}");

    assertThat(cutting.arrayChanges()).isEqualTo(2);
    assertThat(cutting.cutArrays()).isEqualTo(1);
    assertThat(statement("{_id: 1}", "{$push: {h: 1}}").cutArrays()).isZero();
  }
}
