package io.twophase.test.contract.document;

import static io.twophase.domain.outcome.MatchOutcome.MATCHED;
import static io.twophase.domain.outcome.MatchOutcome.NOT_MATCHED;
import static io.twophase.domain.testing.Documents.HOME;
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
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.id.Epoch;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.outcome.DocumentHoldOutcome;
import io.twophase.domain.participant.DocumentHold;
import io.twophase.domain.participant.DocumentLeg;
import io.twophase.domain.participant.HeldDocument;
import io.twophase.domain.participant.Home;
import io.twophase.domain.participant.Participant;
import io.twophase.domain.participant.Participant.LastTransaction;
import io.twophase.domain.value.Fields;
import io.twophase.ports.DocumentRepository;
import io.vavr.control.Option;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each kind of operation, from its hold to its end. */
public abstract class DocumentOperationsContract extends DocumentContract {

  private static final DocumentRef THERE = order("there");
  private static final DocumentRef FREE = order("free");
  private static final Fields BEFORE = fields("n", 50, "status", "UnPaid");
  private static final Fields BODY = fields("status", "New");

  /**
   * @param fresh gives an empty repository; asked once before each test
   */
  protected DocumentOperationsContract(Supplier<DocumentRepository> fresh) {
    super(fresh);
  }

  /**
   * {operation, the fields as settled if it is there then, the transaction that changed it last}.
   */
  static Stream<Arguments> operations() {
    Option<Fields> gone = Option.none();
    return Stream.of(
        arguments(insert(FREE, BODY), Option.some(BODY), "t1"),
        arguments(absent(FREE), gone, ""),
        arguments(
            change(THERE, set("status", "Paid"), inc("n", -1)),
            Option.some(fields("n", 49, "status", "Paid")),
            "t1"),
        arguments(remove(THERE), gone, ""),
        arguments(check(THERE, exists("n")), Option.some(BEFORE), SEED),
        arguments(add(THERE, "n", 7), Option.some(fields("n", 57L, "status", "UnPaid")), "t1"));
  }

  private DocumentLeg prepared(DocumentOperation operation) {
    stored(THERE, BEFORE);
    return leg("t1", 1, operation);
  }

  private void assertAsBefore(DocumentRef document) {
    Option<Participant> now = read(document);
    assertThat(now.isDefined()).isEqualTo(document.equals(THERE));
    now.forEach(
        there -> {
          assertThat(there.fields()).isEqualTo(BEFORE);
          assertThat(there.holds()).isEmpty();
          assertThat(there.lastTransaction()).contains(lastTransaction(SEED));
        });
  }

  @ParameterizedTest
  @MethodSource("operations")
  void isHeldAndChangesNothingYet(DocumentOperation operation) {
    DocumentLeg leg = prepared(operation);
    assertThat(hold(leg)).isEqualTo(DocumentHoldOutcome.held());
    Participant held = read(leg.document()).get();
    assertThat(held.holds()).containsExactly(DocumentHold.of(leg));
    assertThat(held.placeholder()).isEqualTo(leg.document().equals(FREE));
    assertThat(held.fields()).isEqualTo(held.placeholder() ? fields() : BEFORE);
  }

  @ParameterizedTest
  @MethodSource("operations")
  void isPresentWhenItIsHeldAgain(DocumentOperation operation) {
    DocumentLeg leg = prepared(operation);
    held(leg);
    Option<Participant> held = read(leg.document());
    DocumentHoldOutcome present = new DocumentHoldOutcome.Present(new Epoch(1), true);
    assertThat(hold(leg)).isEqualTo(present);
    assertThat(hold(at(3, leg))).isEqualTo(present);
    assertThat(read(leg.document())).isEqualTo(held);
  }

  @ParameterizedTest
  @MethodSource("operations")
  void isDoneAndStampedWhenItIsSettled(
      DocumentOperation operation, Option<Fields> after, String last) {
    DocumentLeg leg = prepared(operation);
    held(leg);
    assertThat(settle(leg)).isEqualTo(MATCHED);
    Option<Participant> settled = read(leg.document());
    assertThat(settled.map(Participant::fields)).isEqualTo(after);
    settled.forEach(
        there -> {
          assertThat(there.holds()).isEmpty();
          assertThat(there.placeholder()).isFalse();
          assertThat(there.lastTransaction()).contains(lastTransaction(last));
        });
    assertThat(settle(leg)).isEqualTo(NOT_MATCHED);
    assertThat(read(leg.document())).isEqualTo(settled);
  }

  @ParameterizedTest
  @MethodSource("operations")
  void isAsBeforeWhenItIsReleasedWhateverItsEpoch(DocumentOperation operation) {
    DocumentLeg leg = prepared(operation);
    held(at(4, leg));
    assertThat(release(at(2, leg))).isEqualTo(MATCHED);
    assertAsBefore(leg.document());
    assertThat(release(leg)).isEqualTo(NOT_MATCHED);
    assertThat(settle(at(4, leg))).isEqualTo(NOT_MATCHED);
    assertAsBefore(leg.document());
  }

  @ParameterizedTest
  @MethodSource("operations")
  void isWithdrawnAtItsEpochOnly(DocumentOperation operation) {
    DocumentLeg leg = prepared(operation);
    held(at(4, leg));
    assertThat(withdraw(at(3, leg))).isEqualTo(NOT_MATCHED);
    assertThat(withdraw(at(5, leg))).isEqualTo(NOT_MATCHED);
    assertThat(read(leg.document()).get().holds()).containsExactly(DocumentHold.of(at(4, leg)));
    assertThat(withdraw(at(4, leg))).isEqualTo(MATCHED);
    assertAsBefore(leg.document());
    assertThat(withdraw(at(4, leg))).isEqualTo(NOT_MATCHED);
  }

  @ParameterizedTest
  @MethodSource("operations")
  void isFencedOffAtAnyOtherEpoch(DocumentOperation operation) {
    DocumentLeg leg = prepared(operation);
    held(at(2, leg));
    Option<Participant> held = read(leg.document());
    assertThat(settle(at(1, leg))).isEqualTo(NOT_MATCHED);
    assertThat(settle(at(3, leg))).isEqualTo(NOT_MATCHED);
    assertThat(read(leg.document())).isEqualTo(held);
  }

  @ParameterizedTest
  @MethodSource("operations")
  void isRaisedToANewerEpochOnly(DocumentOperation operation) {
    DocumentLeg leg = prepared(operation);
    held(at(3, leg));
    assertThat(stamp(at(2, leg))).isEqualTo(NOT_MATCHED);
    assertThat(stamp(at(3, leg))).isEqualTo(NOT_MATCHED);
    assertThat(stamp(at(5, leg))).isEqualTo(MATCHED);
    assertThat(read(leg.document()).get().holds()).containsExactly(DocumentHold.of(at(5, leg)));
    assertThat(settle(at(3, leg))).isEqualTo(NOT_MATCHED);
    assertThat(settle(at(5, leg))).isEqualTo(MATCHED);
    assertThat(stamp(at(6, leg))).isEqualTo(NOT_MATCHED);
  }

  /** One of another operation, transaction or home is not this one. */
  @ParameterizedTest
  @MethodSource("operations")
  void isLeftAloneByAllButItsOwnLeg(DocumentOperation operation) {
    DocumentLeg leg = prepared(operation);
    held(leg);
    Option<Participant> held = read(leg.document());
    for (DocumentLeg other : others(leg)) {
      assertThat(settle(other)).as("%s", other).isEqualTo(NOT_MATCHED);
      assertThat(stamp(later(other))).as("%s", other).isEqualTo(NOT_MATCHED);
      assertThat(release(other)).as("%s", other).isEqualTo(NOT_MATCHED);
      assertThat(withdraw(other)).as("%s", other).isEqualTo(NOT_MATCHED);
    }
    assertThat(read(leg.document())).isEqualTo(held);
  }

  /** A reader tells by it that the document was changed, though the id is the same. */
  @Test
  void theLastTransactionIsOfItsHome() {
    stored(THERE, BEFORE);
    Home others = new Home("others");
    for (Home home : List.of(HOME, others)) {
      DocumentLeg leg =
          new DocumentLeg(
              home, new TransactionId("t1"), new Epoch(1), change(THERE, set("status", "Paid")));
      held(leg);
      assertThat(settle(leg)).isEqualTo(MATCHED);
      assertThat(read(THERE).flatMap(Participant::lastTransaction))
          .contains(new LastTransaction(home, new TransactionId("t1")));
    }
  }

  @ParameterizedTest
  @MethodSource("operations")
  void isPresentAndNotExactlyForAnotherOperation(DocumentOperation operation) {
    DocumentLeg leg = prepared(operation);
    held(leg);
    for (DocumentOperation other : otherOperations(leg.document())) {
      assertThat(hold(leg("t1", 1, other)))
          .isEqualTo(new DocumentHoldOutcome.Present(new Epoch(1), false));
    }
  }

  private static List<DocumentLeg> others(DocumentLeg leg) {
    Home home = new Home("others");
    Stream<DocumentLeg> another =
        Stream.of(
            leg("t2", 1, leg.operation()),
            new DocumentLeg(home, leg.transaction(), leg.epoch(), leg.operation()));
    Stream<DocumentLeg> forSomethingElse =
        otherOperations(leg.document()).stream().map(operation -> leg("t1", 1, operation));
    return Stream.concat(another, forSomethingElse).toList();
  }

  private static List<DocumentOperation> otherOperations(DocumentRef document) {
    return List.of(
        insert(document, fields("status", "Other")),
        change(document, set("status", "Other")),
        remove(document, exists("status")),
        check(document, exists("status")),
        add(document, "n", 8),
        add(document, "n", -7));
  }

  private static DocumentLeg later(DocumentLeg leg) {
    return new DocumentLeg(leg.home(), leg.transaction(), leg.epoch().next(), leg.operation());
  }

  /** Whoever finds a hold can give it back: the operation need not be known. */
  @ParameterizedTest
  @MethodSource("operations")
  void isGivenBackByWhatIsRead(DocumentOperation operation) {
    DocumentLeg leg = prepared(operation);
    held(leg);
    DocumentHold found = read(leg.document()).get().holds().get(0);
    assertThat(documents().withdraw(List.of(new HeldDocument(leg.document(), found))))
        .containsExactly(MATCHED);
    assertAsBefore(leg.document());
  }
}
