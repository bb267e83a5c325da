package io.twophase.domain.document;

import static io.twophase.domain.testing.Documents.array;
import static io.twophase.domain.testing.Documents.atLeast;
import static io.twophase.domain.testing.Documents.atMost;
import static io.twophase.domain.testing.Documents.exists;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.in;
import static io.twophase.domain.testing.Documents.insert;
import static io.twophase.domain.testing.Documents.is;
import static io.twophase.domain.testing.Documents.missing;
import static io.twophase.domain.testing.Documents.nested;
import static io.twophase.domain.testing.Documents.order;
import static io.twophase.domain.testing.Documents.path;
import static io.twophase.domain.testing.Documents.set;
import static io.twophase.domain.testing.Documents.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.twophase.domain.value.Fields;
import io.twophase.domain.value.Value;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class GuardTest {

  private static final Fields DOCUMENT =
      fields(
          "status",
          "UnPaid",
          "total",
          50,
          "none",
          null,
          "tags",
          array("UnPaid", 50),
          "address",
          fields("city", "Rome", "zip", 1),
          "lines",
          array(fields("price", 50)),
          "when",
          new Value.Date(50),
          "nan",
          Double.NaN);

  @Test
  void aValueThatWouldLieDeeperThanMongoDbNestsIsRefused() {
    // 101 with the field around it
    assertThatThrownBy(() -> is("a", value(fields("b", nested(99)))))
        .hasMessage("a: more than 100 documents and arrays in each other");
    assertThatThrownBy(() -> in("a", 1, nested(100))).hasMessageStartingWith("a: more than 100");
    Value inside = value(fields("b", nested(98)));
    assertThat(is("a", inside)).isNotNull();
    assertThatThrownBy(() -> is("a.b", inside)).hasMessageStartingWith("a.b: more than 100");
  }

  @Test
  void aDocumentIsUnchangedIfItHasTheSameFieldsAndNoOthers() {
    Guard.Unchanged guard = new Guard.Unchanged(DOCUMENT);
    assertThat(guard.holds(DOCUMENT)).isTrue();
    assertThat(guard.holds(DOCUMENT.without("status").with("status", value("UnPaid")))).isTrue();
    assertThat(guard.holds(DOCUMENT.with("total", value(50L)))).isTrue();

    Fields paid = DOCUMENT.with("status", value("Paid"));
    assertThat(guard.holds(paid)).isFalse();
    assertThat(guard.failing(paid)).isEqualTo("status");
    assertThat(guard.found(paid)).isEqualTo("\"Paid\"");
    Fields less = DOCUMENT.without("total");
    assertThat(guard.holds(less)).isFalse();
    assertThat(guard.failing(less)).isEqualTo("total");
    assertThat(guard.found(less)).isEqualTo("no such field");
    Fields more = DOCUMENT.with("more", value(1));
    assertThat(guard.holds(more)).isFalse();
    assertThat(guard.failing(more)).isEqualTo("more");
    assertThat(guard.holds(less.with("more", value(50)))).isFalse();
    assertThat(guard.expected()).isEqualTo("is as it was read");
    assertThat(guard.paths()).hasSize(DOCUMENT.all().size()).contains(path("total"));
    assertThatThrownBy(() -> guard.failing(DOCUMENT)).hasMessage("nothing has changed");
  }

  @Test
  void noDocumentIsUnchangedThatHasFieldsWhichNoGuardCanName() {
    for (String name : List.of("_id", "pendingTransactions", "a.b", "$a")) {
      assertThatIllegalArgumentException().isThrownBy(() -> new Guard.Unchanged(fields(name, 1)));
    }
    assertThatThrownBy(
            () -> new Guard.Unchanged(fields("a", new Value.Other("regex", "5e61006900"))))
        .hasMessageStartingWith("a cannot be compared with");
  }

  static Stream<Arguments> guards() {
    return Stream.of(
        arguments(is("status", "UnPaid"), true),
        arguments(is("status", "Paid"), false),
        arguments(is("total", 50L), true),
        arguments(is("total", 50.0), true),
        arguments(is("total", "50"), false),
        // null is a value, and not an absent field
        arguments(is("none", null), true),
        arguments(is("absent", null), false),
        arguments(is("status", null), false),
        arguments(exists("none"), true),
        arguments(missing("none"), false),
        // an array is not one of its values
        arguments(is("tags", "UnPaid"), false),
        arguments(in("tags", "UnPaid", 50), false),
        arguments(atLeast("tags", 1), false),
        arguments(exists("tags"), true),
        arguments(missing("tags"), false),
        // a path leads through documents, and into an array by an index
        arguments(is("address.city", "Rome"), true),
        arguments(exists("address.street"), false),
        arguments(missing("address.street"), true),
        arguments(is("lines.price", 50), false),
        arguments(exists("lines.price"), false),
        arguments(missing("lines.price"), false),
        arguments(exists("lines.0"), true),
        arguments(missing("lines.0"), false),
        arguments(is("lines.0.price", 50), true),
        arguments(is("lines.00.price", 50), false),
        arguments(missing("lines.0.count"), true),
        arguments(exists("lines.1"), false),
        arguments(missing("lines.1"), false),
        arguments(atLeast("tags.1", 50), true),
        arguments(missing("total.net"), true),
        arguments(exists("total.net"), false),
        // embedded documents are equal in the same order of fields
        arguments(is("address", fields("city", "Rome", "zip", 1L)), true),
        arguments(is("address", fields("zip", 1, "city", "Rome")), false),
        arguments(in("status", "Paid", "UnPaid"), true),
        arguments(in("status", "Paid", null), false),
        arguments(in("absent", "Paid", null), false),
        arguments(in("none", "Paid", null), true),
        arguments(atLeast("total", 50L), true),
        arguments(atLeast("total", 50.5), false),
        arguments(atMost("total", 50), true),
        arguments(atMost("total", 49.5), false),
        arguments(atMost("absent", 49), false),
        arguments(atLeast("status", 1), false),
        arguments(atLeast("nan", 1), false),
        arguments(atMost("nan", 1), false),
        arguments(atLeast("when", new Value.Date(50)), true),
        arguments(atMost("when", new Value.Date(49)), false),
        arguments(atLeast("when", 50), false));
  }

  @ParameterizedTest
  @MethodSource("guards")
  void holdsOrNot(Guard guard, boolean holds) {
    assertThat(guard.holds(DOCUMENT)).isEqualTo(holds);
  }

  @Test
  void isSaidInWordsToo() {
    Guards guards =
        Guards.where("a").equalTo("x").and("b").oneOf(1, "x").and("c").exists().and("d").absent();
    assertThat(guards.and("e").atLeast(1).and("f").atMost(2L).all())
        .containsExactly(
            is("a", "x"),
            in("b", 1, "x"),
            exists("c"),
            missing("d"),
            atLeast("e", 1),
            atMost("f", 2L));
    assertThat(Guards.unchanged(DOCUMENT).all()).containsExactly(new Guard.Unchanged(DOCUMENT));
    assertThat(is("a.b", 1).failing(DOCUMENT)).isEqualTo("a.b");
    assertThat(is("lines.price", 1).found(DOCUMENT)).endsWith(" at lines");
    assertThat(is("a.b", 1).found(DOCUMENT)).isEqualTo("no such field");
    assertThat(Guard.isComparable(value(1))).isTrue();
    assertThat(Guard.isComparable(value(Double.NaN))).isFalse();
  }

  @Test
  void saysWhatItExpects() {
    assertThat(
            Stream.of(
                    is("a", "x"),
                    in("a", 1, "x"),
                    in("a", 1, 2, 3, 4, 5),
                    in("a", 1, 2, 3, 4, 5, 6),
                    exists("a"),
                    missing("a"),
                    atLeast("a", 1),
                    atMost("a", 2L))
                .map(Guard::expected))
        .containsExactly(
            "is \"x\"",
            "is one of 1, \"x\"",
            "is one of 1, 2, 3, 4, 5",
            "is one of 1, 2, 3, 4, 5 … (6 values)",
            "exists",
            "is absent",
            "is at least 1",
            "is at most 2");
    assertThat(is("a", "x".repeat(1_000_000)).expected()).hasSizeLessThan(250);
  }

  /** What MongoDB would compare otherwise than the domain. */
  static Stream<Value> incomparable() {
    return Stream.of(
        array(1),
        value(Double.NaN),
        value(Double.NEGATIVE_INFINITY),
        value(fields("a", array(Double.NaN))),
        new Value.Other("decimal", "0".repeat(30) + "7c"),
        new Value.Other("regex", "6100"),
        new Value.Other("undefined", ""));
  }

  @ParameterizedTest
  @MethodSource("incomparable")
  void comparesOnlyWithWhatMongoDbComparesAlike(Value value) {
    assertThatThrownBy(() -> is("a", value)).hasMessageContaining("a cannot be compared with");
    assertThatThrownBy(() -> in("a", 1, value)).hasMessageContaining("a cannot be compared with");
    assertThatThrownBy(() -> new FieldChange(FieldChange.Kind.PULL, path("a"), value))
        .hasMessageContaining("a cannot be compared with");
    assertThatThrownBy(() -> atLeast("a", value)).hasMessageContaining("at least or at most");
    assertThatThrownBy(() -> atMost("a", value)).hasMessageContaining("at least or at most");
  }

  @Test
  void isOrderedOnlyByNumbersAndDates() {
    assertThatThrownBy(() -> atLeast("a", "x")).hasMessageContaining("no number, no date");
    assertThatThrownBy(() -> atMost("a", true)).hasMessageContaining("no number, no date");
    assertThatThrownBy(() -> Guard.oneOf(path("a"), Collections.emptyList()))
        .hasMessageContaining("one of no values");
    assertThat(is("a", fields("b", array(1)))).isNotNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "_id",
        "_id.a",
        "pendingTransactions",
        "lastTransaction",
        "placeholder",
        "escrow",
        "escrow.total.available"
      })
  void speaksOfTheHostsFieldsOnlyAsChangesAndInsertsDo(String path) {
    String fault = "no guard can speak of the field " + path;
    assertThatThrownBy(() -> is(path, 1)).hasMessage(fault);
    assertThatThrownBy(() -> in(path, 1)).hasMessage(fault);
    assertThatThrownBy(() -> exists(path)).hasMessage(fault);
    assertThatThrownBy(() -> missing(path)).hasMessage(fault);
    assertThatThrownBy(() -> atLeast(path, 1)).hasMessage(fault);
    assertThatThrownBy(() -> atMost(path, 1)).hasMessage(fault);
    assertThatThrownBy(() -> Changes.of(set(path, 1)))
        .hasMessage("the field " + path + " cannot be changed");
    String top = path(path).top();
    assertThatThrownBy(() -> insert(order("o1"), fields(top, 1)))
        .hasMessage("insert of orders \"o1\": a field cannot be named \"" + top + "\"");
  }
}
