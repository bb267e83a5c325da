package io.twophase.domain.document;

import static io.twophase.domain.testing.Answers.accepted;
import static io.twophase.domain.testing.Answers.refused;
import static io.twophase.domain.testing.Documents.array;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.inc;
import static io.twophase.domain.testing.Documents.nested;
import static io.twophase.domain.testing.Documents.path;
import static io.twophase.domain.testing.Documents.pull;
import static io.twophase.domain.testing.Documents.push;
import static io.twophase.domain.testing.Documents.set;
import static io.twophase.domain.testing.Documents.unset;
import static io.twophase.domain.testing.Documents.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.twophase.domain.document.Changes.ImpossibleChange;
import io.twophase.domain.testing.RandomDocuments;
import io.twophase.domain.testing.Seed;
import io.twophase.domain.value.FieldPath;
import io.twophase.domain.value.Fields;
import io.twophase.domain.value.Fields.Place;
import io.twophase.domain.value.Value;
import io.vavr.control.Either;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ChangesTest {

  private static final String DOCUMENT = "an embedded document";
  private static final String WHOLE = "a whole number";
  private static final String IN_32 = "a number that does not leave 32 bits";
  private static final String IN_64 = "a number that does not leave 64 bits";
  private static final String ARRAY = "an array";
  private static final String PLAIN = "an array without arrays and fields \"0\" in its elements";

  /** {before, change, after}. */
  static Stream<Arguments> possible() {
    return Stream.of(
        arguments(fields("a", 1, "b", 2), set("a", "x"), fields("a", "x", "b", 2)),
        arguments(fields("a", 1), set("b.c", 2), fields("a", 1, "b", fields("c", 2))),
        arguments(fields("a", array(1)), set("a", null), fields("a", null)),
        arguments(fields("a", array(1, 2)), set("a.1", 3), fields("a", array(1, 3))),
        arguments(fields("a", array(1, 2)), inc("a.0", 3), fields("a", array(4, 2))),
        arguments(fields("a", array(1, 2)), unset("a.0"), fields("a", array(null, 2))),
        arguments(
            fields("a", array(fields("b", 1))),
            set("a.0.c.d", 2),
            fields("a", array(fields("b", 1, "c", fields("d", 2))))),
        arguments(fields("a", array(fields("b", 1))), unset("a.0.b"), fields("a", array(fields()))),
        arguments(fields("a", 1, "b", 2), unset("a"), fields("b", 2)),
        arguments(fields("a", 1), unset("b.c"), fields("a", 1)),
        arguments(fields("a", 1), unset("a.c"), fields("a", 1)),
        arguments(fields("a", fields("c", 1)), unset("a.c"), fields("a", fields())),
        arguments(fields("a", 1), inc("a", 2), fields("a", 3)),
        arguments(fields("a", 1), inc("a", 2L), fields("a", 3L)),
        arguments(fields("a", 1L), inc("a", -2), fields("a", -1L)),
        arguments(fields(), inc("a", 2), fields("a", 2)),
        arguments(fields(), inc("a.b", 2L), fields("a", fields("b", 2L))),
        arguments(fields("a", Integer.MAX_VALUE - 1), inc("a", 1), fields("a", Integer.MAX_VALUE)),
        arguments(
            fields("a", Integer.MAX_VALUE), inc("a", 1L), fields("a", Integer.MAX_VALUE + 1L)),
        arguments(fields("a", Long.MIN_VALUE + 1), inc("a", -1), fields("a", Long.MIN_VALUE)),
        arguments(fields("a", array(1)), push("a", 1), fields("a", array(1, 1))),
        arguments(fields(), push("a", array(1)), fields("a", array(array(1)))),
        arguments(fields("a", array(1, 2L, 1.0, "1")), pull("a", 1), fields("a", array(2L, "1"))),
        arguments(fields("a", array(1, array(1))), pull("a", 1), fields("a", array(array(1)))),
        arguments(fields("b", 1), pull("a", 1), fields("b", 1)));
  }

  @ParameterizedTest
  @MethodSource("possible")
  void changesAField(Fields before, FieldChange change, Fields after) {
    assertThat(accepted(Changes.of(change).applyTo(before))).isEqualTo(after);
  }

  /** {before, change, the field in the way, what it would have to be, what it is}. */
  static Stream<Arguments> impossible() {
    return Stream.of(
        arguments(fields("a", 5), set("a.b", 1), "a", DOCUMENT, 5),
        arguments(fields("a", null), set("a.b", 1), "a", DOCUMENT, null),
        arguments(fields("a", array(1)), set("a.b", 1), "a", DOCUMENT, array(1)),
        arguments(fields("a", array(1)), unset("a.b"), "a", DOCUMENT, array(1)),
        arguments(fields("a", 1), unset("a.1"), "a", DOCUMENT, 1),
        arguments(fields("a", array(1)), set("a.00", 1), "a", DOCUMENT, array(1)),
        arguments(
            fields("a", array(1)), set("a.1", 1), "a", "an array with an element 1", array(1)),
        arguments(fields("a", array(1)), unset("a.1"), "a", "an array with an element 1", array(1)),
        arguments(fields("a", array(1)), set("a.0.b", 1), "a.0", DOCUMENT, value(1)),
        arguments(fields("a", array(1, array())), set("a.0", 1), "a", PLAIN, array(1, array())),
        arguments(fields("a", fields("b", 5)), inc("a.b.c", 1), "a.b", DOCUMENT, 5),
        arguments(fields("a", 5), push("a.b", 1), "a", DOCUMENT, 5),
        arguments(fields("a", 5), pull("a.b", 1), "a", DOCUMENT, 5),
        arguments(fields("a", "5"), inc("a", 1), "a", WHOLE, "5"),
        arguments(fields("a", 5.0), inc("a", 1), "a", WHOLE, 5.0),
        arguments(fields("a", null), inc("a", 1), "a", WHOLE, null),
        arguments(fields("a", 5), push("a", 1), "a", ARRAY, 5),
        arguments(fields("a", null), pull("a", 1), "a", ARRAY, null),
        arguments(fields("a", Integer.MAX_VALUE), inc("a", 1), "a", IN_32, Integer.MAX_VALUE),
        arguments(fields("a", Integer.MIN_VALUE), inc("a", -1), "a", IN_32, Integer.MIN_VALUE),
        arguments(fields("a", Long.MAX_VALUE), inc("a", 1), "a", IN_64, Long.MAX_VALUE),
        arguments(fields("a", -1), inc("a", Long.MIN_VALUE), "a", IN_64, -1));
  }

  @ParameterizedTest
  @MethodSource("impossible")
  void namesTheFieldThatIsInTheWay(
      Fields before, FieldChange change, String path, String expected, Object found) {
    assertThat(refused(Changes.of(change).applyTo(before)))
        .isEqualTo(new ImpossibleChange(path(path), expected, Optional.of(value(found))));
  }

  @Test
  void aPullAsksForTheDocumentsOnTheWay() {
    assertThat(refused(Changes.of(pull("a.b", 1)).applyTo(Fields.none())))
        .isEqualTo(new ImpossibleChange(path("a"), "an embedded document", Optional.empty()));
    assertThat(refused(Changes.of(set("a.c", 1), pull("a.b", 1)).applyTo(Fields.none())))
        .isEqualTo(new ImpossibleChange(path("a"), "an embedded document", Optional.empty()));
    Fields there = fields("a", fields("c", 1));
    assertThat(accepted(Changes.of(pull("a.b", 1)).applyTo(there))).isEqualTo(there);
  }

  @Test
  void changeAllOrNoField() {
    Fields before = fields("a", 1, "b", "x");
    assertThat(accepted(Changes.of(inc("a", 1), set("b", "y"), unset("c")).applyTo(before)))
        .isEqualTo(fields("a", 2, "b", "y"));
    assertThat(refused(Changes.of(inc("a", 1), push("b", "y")).applyTo(before)).path())
        .isEqualTo(path("b"));
  }

  @Test
  void refuseTwoOnOneField() {
    assertThatThrownBy(() -> Changes.of(set("a", 1), inc("a", 1)))
        .hasMessage("the fields a and a change at once");
    assertThatThrownBy(() -> Changes.of(set("b", 1), set("a.b", 1), unset("a")))
        .hasMessage("the fields a.b and a change at once");
    assertThat(Changes.of(set("a.b", 1), set("a.c", 1)).all()).hasSize(2);
    assertThatThrownBy(Changes::of).hasMessage("a change changes no field");
  }

  @Test
  void growOnlyByWholeNumbers() {
    assertThatThrownBy(() -> inc("a", 1.0)).hasMessageContaining("a cannot grow by 1.0");
    assertThatThrownBy(() -> inc("a", "1")).hasMessageContaining("a cannot grow by \"1\"");
  }

  @Test
  void refuseNamesThatMongoDbGivesAMeaning() {
    assertThatThrownBy(() -> set("a", fields("$b", 1)))
        .hasMessage("a: a field cannot be named \"$b\"");
    assertThatThrownBy(() -> push("a", array(fields("x", fields("b.c", 1)))))
        .hasMessage("a: a field cannot be named \"b.c\"");
    assertThat(set("a", fields("b$", 1))).isNotNull();
  }

  @Test
  void areSaidInWordsToo() {
    assertThat(
            List.of(
                FieldChange.set("a", "x"),
                FieldChange.unset("a"),
                FieldChange.inc("a", 1),
                FieldChange.inc("a", 1L),
                FieldChange.push("a", 1),
                FieldChange.pull("a", 1)))
        .containsExactly(
            set("a", "x"), unset("a"), inc("a", 1), inc("a", 1L), push("a", 1), pull("a", 1));
  }

  @Test
  void refuseWhatLiesDeeperThanMongoDbNests() {
    assertThat(set("a", nested(99))).isNotNull();
    assertThatThrownBy(() -> set("a.b", nested(99))).hasMessageContaining("a.b: more than 100");
    assertThatThrownBy(() -> push("a", nested(99))).hasMessageContaining("a: more than 100");
    assertThatThrownBy(() -> set("a", nested(100))).hasMessageContaining("a: more than 100");
  }

  /** The order among changes of different fields makes no difference but to new fields' order. */
  @Test
  void randomChangesTouchOnlyTheirFields() {
    RandomDocuments random = new RandomDocuments(Seed.random("ChangesTest"));
    for (int round = 0; round < 2_000; round++) {
      Fields before = random.fields();
      Changes changes = random.changes();
      Either<ImpossibleChange, Fields> after = changes.applyTo(before);
      String what = before + " after " + changes;
      after.forEach(fields -> assertOthersUntouched(before, changes, fields, what));
      after
          .swap()
          .forEach(
              impossible ->
                  assertThat(Place.of(before, impossible.path()))
                      .as(what)
                      .isEqualTo(
                          impossible
                              .found()
                              .<Place>map(Place.Found::new)
                              .orElseGet(Place.Missing::new)));
    }
  }

  private static void assertOthersUntouched(
      Fields before, Changes changes, Fields after, String what) {
    for (FieldChange change : changes.all()) {
      Place place = Place.of(after, change.path());
      // an element that has become an array, or has the index as a field, has no path any more
      if (!(place instanceof Place.Blocked && change.path().mayLeadIntoArrays())) {
        assertEffect(change, place, what);
      }
    }
    for (String name : List.of("a", "b", "c")) {
      if (changes.all().stream().noneMatch(change -> change.path().top().equals(name))) {
        assertThat(after.get(name)).as(what).isEqualTo(before.get(name));
      }
    }
    assertThat(Collections.max(List.of(before.all().size(), after.all().size())))
        .isLessThanOrEqualTo(before.all().size() + changes.all().size());
  }

  /** What must be at a change's path once it has been made. */
  private static void assertEffect(FieldChange change, Place after, String what) {
    Value found = after.<@Nullable Value>fold(there -> there, () -> null, blocked -> null);
    switch (change.kind()) {
      case SET -> assertThat(found).as(what).isEqualTo(change.value());
      case UNSET -> {
        if (!new Value.Null().equals(found) || !FieldPath.isIndex(change.path().last())) {
          assertThat(found).as(what).isNull();
        }
      }
      case INC -> assertThat(found.isNumber()).as(what).isTrue();
      case PUSH -> assertThat(((Value.Array) found).values()).as(what).endsWith(change.value());
      case PULL -> {
        if (!(after instanceof Place.Missing)) {
          assertThat(((Value.Array) found).values()).as(what).noneMatch(change.value()::matches);
        }
      }
    }
  }
}
