package io.twophase.domain.participant;

import static io.twophase.domain.testing.Answers.accepted;
import static io.twophase.domain.testing.Answers.refused;
import static io.twophase.domain.testing.Documents.add;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.leg;
import static io.twophase.domain.testing.Documents.order;
import static io.twophase.domain.testing.Documents.value;
import static io.twophase.domain.testing.Participants.held;
import static io.twophase.domain.testing.Participants.hold;
import static io.twophase.domain.testing.Participants.stored;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.operation.AddToField;
import io.twophase.domain.operation.DocumentOperation;
import io.vavr.collection.HashMap;
import io.vavr.control.Option;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Number fields that many transactions add to at once, from 0 to 100. */
class EscrowTest {

  private static final DocumentRef STOCK = order("o1");
  private static final Option<Participant> DOCUMENT = stored(STOCK, fields("n", 50, "s", "x"));

  private static EscrowField bounds(Option<Participant> document) {
    return document.get().escrow().get("n").get();
  }

  private static Option<Participant> settled(
      Option<Participant> document, String id, DocumentOperation operation) {
    return accepted(ParticipantRules.settle(document, leg(id, 1, operation)));
  }

  private static Option<Participant> released(
      Option<Participant> document, String id, DocumentOperation operation) {
    return accepted(ParticipantRules.release(document, HeldDocument.of(leg(id, 1, operation))));
  }

  @Test
  void getsItsBoundsWhenItIsFirstAddedTo() {
    Option<Participant> adding = held(DOCUMENT, "t1", add(STOCK, "n", 30));
    assertThat(bounds(adding)).isEqualTo(new EscrowField(50, 20, 0, 100));
    assertThat(adding.get().fields()).isEqualTo(fields("n", 50, "s", "x"));
    Option<Participant> taking = held(DOCUMENT, "t1", add(STOCK, "n", -30));
    assertThat(bounds(taking)).isEqualTo(new EscrowField(20, 50, 0, 100));
    assertThat(adding.get().escrow().keySet()).containsExactly("n");
  }

  @Test
  void settledWhatWasAddedMayBeTakenAndWhatWasTakenAdded() {
    AddToField more = add(STOCK, "n", 30);
    AddToField less = add(STOCK, "n", -30);
    Option<Participant> both = held(held(DOCUMENT, "t1", more), "t2", less);
    assertThat(bounds(both)).isEqualTo(new EscrowField(20, 20, 0, 100));
    Option<Participant> afterMore = settled(both, "t1", more);
    assertThat(bounds(afterMore)).isEqualTo(new EscrowField(50, 20, 0, 100));
    assertThat(afterMore.get().fields()).isEqualTo(fields("n", 80L, "s", "x"));
    Option<Participant> afterBoth = settled(afterMore, "t2", less);
    assertThat(bounds(afterBoth)).isEqualTo(EscrowField.around(50, 0, 100));
    assertThat(afterBoth.get().fields()).isEqualTo(fields("n", 50L, "s", "x"));
  }

  @Test
  void releasedGivesBackWhatWasHeld() {
    for (long amount : new long[] {30, -30}) {
      AddToField operation = add(STOCK, "n", amount);
      Option<Participant> released = released(held(DOCUMENT, "t1", operation), "t1", operation);
      assertThat(bounds(released)).isEqualTo(EscrowField.around(50, 0, 100));
      assertThat(released.get().fields()).isEqualTo(fields("n", 50, "s", "x"));
    }
  }

  /** What is held counts: neither all settled nor all released may leave the bounds. */
  @ParameterizedTest
  @CsvSource({"30, 20, 20, 21", "-30, -20, 20, -21"})
  void isHeldUpToItsBoundAndNotBeyond(long first, long second, long left, long beyond) {
    Option<Participant> document = held(DOCUMENT, "t1", add(STOCK, "n", first));
    assertThat(hold(document, leg("t2", 1, add(STOCK, "n", second))).isRight()).isTrue();
    assertThat(refused(hold(document, leg("t2", 1, add(STOCK, "n", beyond)))))
        .isEqualTo(
            new DocumentHoldAnswer.Denied(
                new DocumentRefusal.BoundReached(STOCK, "n", left, beyond)));
  }

  @Test
  void isAWholeNumberWithinTheBoundsAskedFor() {
    String expected = "a whole number from 0 to 100";
    assertNotAddable(stored(STOCK, fields("n", "50")), expected, "\"50\"");
    assertNotAddable(stored(STOCK, fields("n", 50.0)), expected, "50.0");
    assertNotAddable(stored(STOCK, fields("n", null)), expected, "null");
    assertNotAddable(stored(STOCK, fields("s", 1)), expected, "no such field");
    assertNotAddable(stored(STOCK, fields("n", -1)), expected, "-1");
    assertNotAddable(stored(STOCK, fields("n", 101L)), expected, "101");
    assertThat(hold(stored(STOCK, fields("n", 0)), leg("t1", 1, add(STOCK, "n", 100))).isRight())
        .isTrue();
    assertThat(
            hold(stored(STOCK, fields("n", 100L)), leg("t1", 1, add(STOCK, "n", -100))).isRight())
        .isTrue();
  }

  /** Its bounds do not make a field a number that something outside has changed. */
  @Test
  void isStillAWholeNumberWhenItIsAddedToAgain() {
    Participant changed =
        new Participant(
            STOCK,
            fields("n", "fifty"),
            false,
            Option.none(),
            java.util.List.of(),
            HashMap.of("n", EscrowField.around(50, 0, 100)));
    assertNotAddable(Option.some(changed), "a whole number from 0 to 100", "\"fifty\"");
  }

  private static void assertNotAddable(
      Option<Participant> document, String expected, String found) {
    assertThat(refused(hold(document, leg("t1", 1, add(STOCK, "n", 1)))))
        .isEqualTo(
            new DocumentHoldAnswer.Denied(
                new DocumentRefusal.NotAddable(STOCK, "n", expected, found)));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void keepsTheBoundsThatItHas(boolean isFloor) {
    AddToField first = add(STOCK, "n", 1);
    Option<Participant> document = settled(held(DOCUMENT, "t1", first), "t1", first);
    AddToField other =
        isFloor ? new AddToField(STOCK, "n", 1, -5, 100) : new AddToField(STOCK, "n", 1, 0, 105);
    assertThat(refused(hold(document, leg("t2", 1, other))))
        .isEqualTo(
            new DocumentHoldAnswer.Denied(
                new DocumentRefusal.NotAddable(
                    STOCK,
                    "n",
                    isFloor ? "a whole number from -5 to 100" : "a whole number from 0 to 105",
                    "one from 0 to 100")));
  }

  @Test
  void addsUpToTheWidestBounds() {
    AddToField most = new AddToField(STOCK, "n", AddToField.WIDEST_CEILING);
    Option<Participant> zero = stored(STOCK, fields("n", 0));
    assertThat(settled(held(zero, "t1", most), "t1", most).get().fields().get("n"))
        .contains(value(AddToField.WIDEST_CEILING));
    AddToField least = new AddToField(STOCK, "n", AddToField.WIDEST_FLOOR);
    assertThat(settled(held(zero, "t1", least), "t1", least).get().fields().get("n"))
        .contains(value(AddToField.WIDEST_FLOOR));
  }

  @Test
  void hasBoundsOfItsOwnForEachField() {
    Option<Participant> two = stored(STOCK, fields("n", 50, "m", 10));
    Option<Participant> document =
        held(held(two, "t1", add(STOCK, "n", 5)), "t2", add(STOCK, "m", -10));
    assertThat(bounds(document)).isEqualTo(new EscrowField(50, 45, 0, 100));
    assertThat(document.get().escrow().get("m").get()).isEqualTo(new EscrowField(0, 90, 0, 100));
  }
}
