package io.twophase.domain.document;

import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.inc;
import static io.twophase.domain.testing.Documents.pull;
import static io.twophase.domain.testing.Documents.push;
import static io.twophase.domain.testing.Documents.set;
import static io.twophase.domain.testing.Documents.unset;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.document.Changes.ImpossibleChange;
import io.twophase.domain.testing.RandomDocuments;
import io.twophase.domain.testing.Seed;
import io.twophase.domain.value.FieldPath;
import io.twophase.domain.value.Fields;
import io.twophase.domain.value.Fields.Place;
import io.twophase.domain.value.Fields.Place.Missing;
import io.twophase.domain.value.Value;
import io.vavr.control.Either;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ChangesTest {

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
                          impossible.found().<Place>map(Place.Found::new).orElseGet(Missing::new)));
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
        if (!(after instanceof Missing)) {
          assertThat(((Value.Array) found).values()).as(what).noneMatch(change.value()::matches);
        }
      }
    }
  }
}
