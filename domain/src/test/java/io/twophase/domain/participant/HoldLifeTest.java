package io.twophase.domain.participant;

import static io.twophase.domain.testing.Answers.accepted;
import static io.twophase.domain.testing.Answers.refused;
import static io.twophase.domain.testing.Documents.absent;
import static io.twophase.domain.testing.Documents.add;
import static io.twophase.domain.testing.Documents.change;
import static io.twophase.domain.testing.Documents.check;
import static io.twophase.domain.testing.Documents.exists;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.inc;
import static io.twophase.domain.testing.Documents.insert;
import static io.twophase.domain.testing.Documents.lastTransaction;
import static io.twophase.domain.testing.Documents.leg;
import static io.twophase.domain.testing.Documents.order;
import static io.twophase.domain.testing.Documents.remove;
import static io.twophase.domain.testing.Documents.set;
import static io.twophase.domain.testing.Participants.held;
import static io.twophase.domain.testing.Participants.stored;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.id.Epoch;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.HoldMode;
import io.twophase.domain.participant.Participant.LastTransaction;
import io.twophase.domain.testing.Participants;
import io.twophase.domain.value.Fields;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A hold from its first epoch to its end, for each kind of operation. */
class HoldLifeTest {

  private static final DocumentRef ORDER = order("o1");
  private static final Fields BEFORE = fields("status", "UnPaid", "n", 50);
  private static final Fields BODY = fields("status", "New");
  private static final Option<Participant> DOCUMENT = stored(ORDER, BEFORE);
  private static final Option<Participant> NONE = Option.none();
  private static final Option<LastTransaction> BY_T1 = Option.some(lastTransaction("t1"));

  /** {what is there, the operation, the fields as settled if it is there then, and its stamp}. */
  static Stream<Arguments> operations() {
    Option<Fields> gone = Option.none();
    Option<LastTransaction> unstamped = Option.none();
    return Stream.of(
        arguments(NONE, insert(ORDER, BODY), Option.some(BODY), BY_T1),
        arguments(NONE, absent(ORDER), gone, unstamped),
        arguments(
            DOCUMENT,
            change(ORDER, set("status", "Paid"), inc("n", -1)),
            Option.some(fields("status", "Paid", "n", 49)),
            BY_T1),
        arguments(DOCUMENT, remove(ORDER), gone, unstamped),
        arguments(DOCUMENT, check(ORDER), Option.some(BEFORE), unstamped),
        arguments(
            DOCUMENT,
            add(ORDER, "n", 7),
            Option.some(fields("status", "UnPaid", "n", 57L)),
            BY_T1));
  }

  @ParameterizedTest
  @MethodSource("operations")
  void settlesAtItsEpoch(
      Option<Participant> there,
      DocumentOperation operation,
      Option<Fields> fields,
      Option<LastTransaction> stamp) {
    Option<Participant> settled =
        accepted(ParticipantRules.settle(held(there, "t1", operation), leg("t1", 1, operation)));
    assertThat(settled.map(Participant::fields)).isEqualTo(fields);
    assertThat(settled.flatMap(Participant::lastTransaction)).isEqualTo(stamp);
    assertThat(settled.map(Participant::holds).getOrElse(List.of())).isEmpty();
    assertThat(settled.map(Participant::placeholder).getOrElse(false)).isFalse();
  }

  @ParameterizedTest
  @MethodSource("operations")
  void leavesNothingBehindOnceItIsGivenBack(
      Option<Participant> there, DocumentOperation operation) {
    Option<Participant> held = held(there, "t1", operation);
    Either<NoDocumentHold, Option<Participant>> released =
        ParticipantRules.release(held, HeldDocument.of(leg("t1", 9, operation)));
    assertThat(accepted(released).map(HoldLifeTest::withoutBounds)).isEqualTo(there);
    assertThat(accepted(ParticipantRules.withdraw(held, HeldDocument.of(leg("t1", 1, operation)))))
        .isEqualTo(accepted(released));
  }

  /** Bounds stay once they are given: they are what the next addition finds. */
  private static Participant withoutBounds(Participant document) {
    Participant fresh = Participant.of(document.ref(), document.fields());
    document
        .escrow()
        .forEach((field, bounds) -> assertThat(bounds).isEqualTo(EscrowField.around(50, 0, 100)));
    assertThat(document.holds()).isEmpty();
    assertThat(document.lastTransaction()).isEmpty();
    return fresh;
  }

  @ParameterizedTest
  @MethodSource("operations")
  void answersOnlyToItsOwnEpoch(Option<Participant> there, DocumentOperation operation) {
    Option<Participant> held = held(there, "t1", operation);
    Option<Participant> at3 =
        Option.some(accepted(ParticipantRules.stamp(held, leg("t1", 3, operation))));
    assertThat(at3.get().holds()).extracting(DocumentHold::epoch).containsExactly(new Epoch(3));
    for (long other : new long[] {1, 2, 4}) {
      DocumentLeg leg = leg("t1", other, operation);
      assertNotMatched(ParticipantRules.settle(at3, leg));
      assertNotMatched(ParticipantRules.withdraw(at3, HeldDocument.of(leg)));
      assertThat(ParticipantRules.release(at3, HeldDocument.of(leg)).isRight()).isTrue();
    }
    assertThat(ParticipantRules.settle(at3, leg("t1", 3, operation)).isRight()).isTrue();
    assertNotMatched(ParticipantRules.stamp(at3, leg("t1", 3, operation)));
    assertNotMatched(ParticipantRules.stamp(at3, leg("t1", 2, operation)));
  }

  @ParameterizedTest
  @MethodSource("operations")
  void answersOnlyToItsOwnTransactionAndHome(
      Option<Participant> there, DocumentOperation operation) {
    Option<Participant> held = held(there, "t1", operation);
    DocumentLeg another = leg("t2", 1, operation);
    DocumentLeg elsewhere =
        new DocumentLeg(new Home("others"), new TransactionId("t1"), new Epoch(1), operation);
    for (DocumentLeg leg : List.of(another, elsewhere)) {
      assertThat(refused(ParticipantRules.settle(held, leg)))
          .isEqualTo(new NoDocumentHold(ORDER, leg.transaction()));
      assertNotMatched(ParticipantRules.stamp(held, later(leg)));
      assertNotMatched(ParticipantRules.release(held, HeldDocument.of(leg)));
      assertNotMatched(ParticipantRules.withdraw(held, HeldDocument.of(leg)));
    }
  }

  /** A hold for something else under the same id and epoch is left as it is. */
  @ParameterizedTest
  @MethodSource("operations")
  void answersOnlyForExactlyItsOperation(Option<Participant> there, DocumentOperation operation) {
    Option<Participant> held = held(there, "t1", operation);
    for (DocumentOperation other :
        List.of(
            insert(ORDER, fields("status", "other")),
            change(ORDER, set("status", "other")),
            add(ORDER, "n", 8),
            add(ORDER, "n", -7),
            check(ORDER, exists("n")))) {
      DocumentLeg leg = leg("t1", 1, other);
      assertNotMatched(ParticipantRules.settle(held, leg));
      assertNotMatched(ParticipantRules.stamp(held, later(leg)));
      assertNotMatched(ParticipantRules.release(held, HeldDocument.of(leg)));
      assertNotMatched(ParticipantRules.withdraw(held, HeldDocument.of(leg)));
    }
  }

  @ParameterizedTest
  @MethodSource("operations")
  void matchesNothingOnceItHasEnded(Option<Participant> there, DocumentOperation operation) {
    DocumentLeg leg = leg("t1", 1, operation);
    Option<Participant> settled =
        accepted(ParticipantRules.settle(held(there, "t1", operation), leg));
    for (Option<Participant> document : List.of(settled, DOCUMENT, NONE)) {
      assertNotMatched(ParticipantRules.settle(document, leg));
      assertNotMatched(ParticipantRules.stamp(document, later(leg)));
      assertNotMatched(ParticipantRules.release(document, HeldDocument.of(leg)));
      assertNotMatched(ParticipantRules.withdraw(document, HeldDocument.of(leg)));
    }
  }

  @Test
  void leavesOthersHoldsAlone() {
    DocumentOperation first = check(ORDER);
    Option<Participant> two = held(held(DOCUMENT, "t1", first), "t2", add(ORDER, "n", 5));
    DocumentHold second = two.get().holds().get(1);
    assertThat(accepted(ParticipantRules.settle(two, leg("t1", 1, first))).get().holds())
        .containsExactly(second);
    assertThat(accepted(ParticipantRules.stamp(two, leg("t1", 2, first))).holds())
        .containsExactly(DocumentHold.of(leg("t1", 2, first)), second);
    Option<Participant> released =
        accepted(ParticipantRules.release(two, HeldDocument.of(leg("t1", 1, first))));
    assertThat(released.get().holds()).containsExactly(second);
    assertThat(released.get().escrow()).isEqualTo(two.get().escrow());
  }

  /** The next transaction's stamp takes the place of the one before. */
  @Test
  void stampsWithTheTransactionThatChangedItLast() {
    Option<Participant> document = DOCUMENT;
    for (String id : List.of("t1", "t2")) {
      DocumentOperation operation = change(ORDER, set("by", id));
      document =
          accepted(ParticipantRules.settle(held(document, id, operation), leg(id, 1, operation)));
      assertThat(document.get().lastTransaction()).contains(lastTransaction(id));
    }
    DocumentOperation checked = check(ORDER);
    document =
        accepted(ParticipantRules.settle(held(document, "t3", checked), leg("t3", 1, checked)));
    assertThat(document.get().lastTransaction()).contains(lastTransaction("t2"));
  }

  /** Two homes may have given the same id. */
  @Test
  void stampsWithTheHomeOfTheTransaction() {
    DocumentOperation operation = change(ORDER, set("by", "t1"));
    DocumentLeg leg =
        new DocumentLeg(new Home("others"), new TransactionId("t1"), new Epoch(1), operation);
    Option<Participant> held = Option.some(accepted(Participants.hold(DOCUMENT, leg)));
    assertThat(accepted(ParticipantRules.settle(held, leg)).get().lastTransaction())
        .contains(new LastTransaction(leg.home(), leg.transaction()));
  }

  @Test
  void settlesAnInsertOverItsPlaceholderAlone() {
    DocumentOperation inserted = insert(ORDER, BODY);
    assertThat(inserted.mode()).isEqualTo(HoldMode.EXCLUSIVE);
    assertThat(held(NONE, "t1", inserted).get().fields()).isEqualTo(Fields.none());
    assertNotMatched(ParticipantRules.settle(NONE, leg("t1", 1, inserted)));
  }

  private static DocumentLeg later(DocumentLeg leg) {
    return new DocumentLeg(leg.home(), leg.transaction(), leg.epoch().next(), leg.operation());
  }

  private static void assertNotMatched(Either<NoDocumentHold, ?> answer) {
    assertThat(answer.isLeft()).as("%s", answer).isTrue();
  }
}
