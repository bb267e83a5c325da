package io.twophase.domain.operation;

import static io.twophase.domain.testing.Documents.absent;
import static io.twophase.domain.testing.Documents.array;
import static io.twophase.domain.testing.Documents.atLeast;
import static io.twophase.domain.testing.Documents.atMost;
import static io.twophase.domain.testing.Documents.change;
import static io.twophase.domain.testing.Documents.check;
import static io.twophase.domain.testing.Documents.exists;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.in;
import static io.twophase.domain.testing.Documents.inc;
import static io.twophase.domain.testing.Documents.insert;
import static io.twophase.domain.testing.Documents.is;
import static io.twophase.domain.testing.Documents.missing;
import static io.twophase.domain.testing.Documents.order;
import static io.twophase.domain.testing.Documents.pull;
import static io.twophase.domain.testing.Documents.push;
import static io.twophase.domain.testing.Documents.remove;
import static io.twophase.domain.testing.Documents.set;
import static io.twophase.domain.testing.Documents.unset;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.document.Guard;
import io.twophase.domain.operation.DocumentOperation.AddToField;
import io.twophase.domain.operation.DocumentOperation.OperationDigest;
import io.twophase.domain.testing.RandomDocuments;
import io.twophase.domain.testing.Seed;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class OperationDigestTest {

  private static final DocumentRef ORDER = order("o1");

  /** Each differs from some other in one thing only. */
  static Stream<DocumentOperation> different() {
    return Stream.of(
            Stream.of(
                insert(ORDER, fields()),
                insert(ORDER, fields("a", 5)),
                insert(ORDER, fields("a", 5L)),
                insert(ORDER, fields("a", 5.0)),
                insert(ORDER, fields("a", new BigDecimal("5"))),
                insert(ORDER, fields("a", new BigDecimal("5.0"))),
                insert(ORDER, fields("a", "5")),
                insert(ORDER, fields("b", 5)),
                insert(ORDER, fields("a", null)),
                insert(ORDER, fields("a", array(5))),
                insert(ORDER, fields("a", fields("0", 5))),
                insert(ORDER, fields("a", 5, "b", 6)),
                insert(ORDER, fields("b", 6, "a", 5)),
                insert(ORDER, fields("a", "5, b: 6"))),
            Stream.of(
                change(ORDER, set("a", 5)),
                change(ORDER, set("a", 5L)),
                change(ORDER, set("b", 5)),
                change(ORDER, set("a", null)),
                change(ORDER, unset("a")),
                change(ORDER, inc("a", 5)),
                change(ORDER, inc("a", 5L)),
                change(ORDER, push("a", 5)),
                change(ORDER, pull("a", 5)),
                change(ORDER, set("a", 5), set("b", 5)),
                change(ORDER, is("a", 4), set("a", 5)),
                change(ORDER, is("a", 4L), set("a", 5))),
            guarded(),
            Stream.of(
                new AddToField(ORDER, "a", 1, 0, 10),
                new AddToField(ORDER, "a", -1, 0, 10),
                new AddToField(ORDER, "a", 1, 1, 10),
                new AddToField(ORDER, "a", 1, 0, 11),
                new AddToField(ORDER, "b", 1, 0, 10),
                absent(ORDER)))
        .flatMap(operations -> operations);
  }

  private static Stream<DocumentOperation> guarded() {
    return Stream.of(
        check(ORDER),
        remove(ORDER),
        check(ORDER, is("a", 5)),
        remove(ORDER, is("a", 5)),
        check(ORDER, is("a", 5L)),
        check(ORDER, is("b", 5)),
        check(ORDER, in("a", 5)),
        check(ORDER, in("a", 5, 6)),
        check(ORDER, exists("a")),
        check(ORDER, missing("a")),
        check(ORDER, atLeast("a", 5)),
        check(ORDER, atMost("a", 5)),
        check(ORDER, is("a", 5), is("b", 5)),
        check(ORDER, is("b", 5), is("a", 5)));
  }

  @Test
  void differsForEveryDifferentOperation() {
    List<String> digests = different().map(OperationDigest::of).toList();
    assertThat(digests).doesNotHaveDuplicates().allMatch(digest -> digest.matches("[0-9a-f]{32}"));
  }

  @Test
  void isTheSameForTheSame() {
    assertThat(different().map(OperationDigest::of).toList())
        .isEqualTo(different().map(OperationDigest::of).toList());
  }

  /** It is stored: another digest for what was held before would orphan the holds. */
  @Test
  void staysAsItIsFromVersionToVersion() {
    assertThat(OperationDigest.of(absent(ORDER))).isEqualTo("5ad38304b535c2987dbd24657c1a11b8");
    assertThat(
            OperationDigest.of(change(ORDER, is("a", fields("b", 5)), set("c.d", array("x", 5L)))))
        .isEqualTo("3a37a8ca667916d7776e20938dd96356");
    assertThat(different().map(DocumentOperation::kind).distinct())
        .containsExactly("insert", "change", "check", "remove", "add", "absent");
    assertThat(
            Stream.concat(
                    different().flatMap(operation -> operation.guards().stream()),
                    Stream.of(new Guard.Unchanged(fields())))
                .map(Guard::word)
                .distinct())
        .containsExactly("is", "in", "exists", "absent", "atLeast", "atMost", "unchanged");
  }

  @Test
  void randomOperationsHaveOneDigestEach() {
    RandomDocuments random = new RandomDocuments(Seed.random("OperationDigestTest"));
    Map<String, DocumentOperation> byDigest = new HashMap<>();
    for (int round = 0; round < 3_000; round++) {
      DocumentOperation operation = random.operation(ORDER);
      DocumentOperation same = byDigest.putIfAbsent(OperationDigest.of(operation), operation);
      if (same != null) {
        assertThat(same).isEqualTo(operation);
      }
    }
  }
}
