package io.twophase.domain.participant;

import static io.twophase.domain.testing.Answers.accepted;
import static io.twophase.domain.testing.Answers.refused;
import static io.twophase.domain.testing.Documents.HOME;
import static io.twophase.domain.testing.Documents.absent;
import static io.twophase.domain.testing.Documents.add;
import static io.twophase.domain.testing.Documents.change;
import static io.twophase.domain.testing.Documents.check;
import static io.twophase.domain.testing.Documents.exists;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.insert;
import static io.twophase.domain.testing.Documents.is;
import static io.twophase.domain.testing.Documents.leg;
import static io.twophase.domain.testing.Documents.missing;
import static io.twophase.domain.testing.Documents.order;
import static io.twophase.domain.testing.Documents.push;
import static io.twophase.domain.testing.Documents.remove;
import static io.twophase.domain.testing.Documents.set;
import static io.twophase.domain.testing.Documents.unset;
import static io.twophase.domain.testing.Participants.held;
import static io.twophase.domain.testing.Participants.hold;
import static io.twophase.domain.testing.Participants.stored;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.twophase.domain.digest.OperationDigest;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.id.Epoch;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.HoldLimit;
import io.twophase.domain.operation.HoldMode;
import io.twophase.domain.value.Fields;
import io.vavr.control.Option;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class HoldingTest {

  private static final DocumentRef ORDER = order("o1");
  private static final Fields FIELDS = fields("status", "UnPaid", "n", 50, "lines", List.of(1));
  private static final Option<Participant> DOCUMENT = stored(ORDER, FIELDS);
  private static final Option<Participant> NONE = Option.none();
  private static final int LIMIT = (int) (SizeLimit.DOCUMENT_BYTES - SizeLimit.RESERVED_BYTES);

  /** What a document of one text is beside the text, with an _id of four bytes. */
  private static final int FRAME = 5 + (1 + 2 + 5) + 4;

  @Test
  void saysWhatItIsFor() {
    DocumentOperation checked = check(ORDER, is("status", "UnPaid"), exists("n.m"));
    assertThat(DocumentHold.of(leg("t1", 3, checked)))
        .isEqualTo(
            new DocumentHold(
                HOME,
                new TransactionId("t1"),
                new Epoch(3),
                HoldMode.SHARED,
                OperationDigest.of(checked),
                Set.of("status", "n"),
                0));
    DocumentHold taking = DocumentHold.of(leg("t1", 1, add(ORDER, "n", -7)));
    assertThat(taking.fields()).containsExactly("n");
    assertThat(taking.amount()).isEqualTo(-7);
    assertThat(taking.escrowField()).contains("n");
    DocumentHold changing = DocumentHold.of(leg("t1", 1, change(ORDER, set("n", 1))));
    assertThat(changing.fields()).isEmpty();
    assertThat(changing.escrowField()).isEmpty();
  }

  static Stream<DocumentOperation> onADocument() {
    return Stream.of(
        change(ORDER, is("status", "UnPaid"), set("status", "Paid")),
        remove(ORDER, is("status", "UnPaid")),
        check(ORDER, is("status", "UnPaid")));
  }

  @ParameterizedTest
  @MethodSource("onADocument")
  void changesNothingButTheHolds(DocumentOperation operation) {
    DocumentLeg leg = leg("t1", 1, operation);
    assertThat(accepted(hold(DOCUMENT, leg)))
        .isEqualTo(DOCUMENT.get().holding(DocumentHold.of(leg)));
  }

  @Test
  void keepsTheIdOfADocumentThatIsNotThere() {
    for (DocumentOperation operation : List.of(insert(ORDER, FIELDS), absent(ORDER))) {
      DocumentLeg leg = leg("t1", 1, operation);
      Participant held = accepted(hold(NONE, leg));
      assertThat(held.placeholder()).isTrue();
      assertThat(held.ref()).isEqualTo(ORDER);
      assertThat(held.fields()).isEqualTo(fields());
      assertThat(held.holds()).containsExactly(DocumentHold.of(leg));
    }
  }

  /** {what is there, what is asked, why it is refused}. */
  static Stream<Arguments> refusals() {
    String orders = "document orders \"o1\"";
    return Stream.of(
        arguments(DOCUMENT, insert(ORDER, FIELDS), "there is a " + orders + " already"),
        arguments(DOCUMENT, absent(ORDER), "there is a " + orders + " already"),
        arguments(NONE, change(ORDER, set("n", 1)), "there is no " + orders),
        arguments(NONE, remove(ORDER), "there is no " + orders),
        arguments(NONE, check(ORDER), "there is no " + orders),
        arguments(NONE, add(ORDER, "n", 1), "there is no " + orders),
        arguments(
            DOCUMENT,
            change(ORDER, is("status", "Paid"), set("n.m", 1)),
            orders + ": expected that status is \"Paid\", found \"UnPaid\""),
        arguments(
            DOCUMENT,
            remove(ORDER, is("total", null)),
            orders + ": expected that total is null, found no such field"),
        arguments(
            DOCUMENT,
            check(ORDER, exists("status"), missing("n")),
            orders + ": expected that n is absent, found 50"),
        arguments(
            DOCUMENT,
            check(ORDER, missing("lines.price")),
            orders + ": expected that lines.price is absent, found [1] at lines"),
        arguments(
            DOCUMENT,
            check(ORDER, is("n.m", 5)),
            orders + ": expected that n.m is 5, found 50 at n"),
        arguments(
            DOCUMENT,
            change(ORDER, set("n.m", 1)),
            orders + ": expected n to be an embedded document, found 50"),
        arguments(
            DOCUMENT,
            change(ORDER, push("status", 1)),
            orders + ": expected status to be an array, found \"UnPaid\""),
        arguments(
            held(DOCUMENT, "t0", add(ORDER, "n", 1))
                .flatMap(held -> settled(held, add(ORDER, "n", 1))),
            change(ORDER, unset("status"), set("n", 1)),
            orders
                + ": expected n to be a field that is not added to within bounds, found one that is"));
  }

  private static Option<Participant> settled(Participant held, DocumentOperation operation) {
    return accepted(ParticipantRules.settle(Option.some(held), leg("t0", 1, operation)));
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void isRefusedByName(Option<Participant> there, DocumentOperation wanted, String message) {
    DocumentHoldAnswer answer = refused(hold(there, leg("t1", 1, wanted)));
    String reason =
        answer.fold(present -> "present", busy -> "busy", denied -> denied.refusal().message());
    assertThat(reason).isEqualTo(message);
    assertThat(
            answer.<Boolean>fold(p -> false, b -> false, d -> d.refusal().document().equals(ORDER)))
        .isTrue();
  }

  @Test
  void isPresentOnceItIsThere() {
    DocumentOperation paid = change(ORDER, set("status", "Paid"));
    Option<Participant> document = held(DOCUMENT, "t1", paid);
    assertThat(refused(hold(document, leg("t1", 1, paid))))
        .isEqualTo(new DocumentHoldAnswer.Present(new Epoch(1), true));
    assertThat(refused(hold(document, leg("t1", 4, paid))))
        .isEqualTo(new DocumentHoldAnswer.Present(new Epoch(1), true));
  }

  /** One transaction has one hold on a document, even if the two could be there together. */
  @Test
  void isPresentAndNotExactlyIfItIsForSomethingElse() {
    Option<Participant> document = held(DOCUMENT, "t1", add(ORDER, "n", 5));
    for (DocumentOperation other :
        List.of(
            add(ORDER, "n", 6),
            check(ORDER),
            change(ORDER, set("n", 1)),
            insert(ORDER, FIELDS),
            remove(ORDER))) {
      assertThat(refused(hold(document, leg("t1", 1, other))))
          .isEqualTo(new DocumentHoldAnswer.Present(new Epoch(1), false));
    }
  }

  @Test
  void isAnothersIfItsRecordIsElsewhere() {
    DocumentOperation checked = check(ORDER);
    DocumentLeg elsewhere =
        new DocumentLeg(new Home("others"), new TransactionId("t1"), new Epoch(1), checked);
    Option<Participant> document = held(DOCUMENT, "t1", checked);
    assertThat(accepted(hold(document, elsewhere)).holds()).hasSize(2);
    assertThat(
            accepted(hold(document, elsewhere)).holdOfSameTransaction(DocumentHold.of(elsewhere)))
        .contains(DocumentHold.of(elsewhere));
    assertThatThrownBy(() -> new Home("")).hasMessage("a home without a name");
  }

  @Test
  void isBusyWhereThereAreAsManyAsThereMayBe() {
    HoldLimit two = new HoldLimit(2);
    Option<Participant> document =
        held(held(DOCUMENT, "t1", check(ORDER)), "t2", add(ORDER, "n", 1));
    for (DocumentOperation wanted : List.of(check(ORDER), add(ORDER, "n", 1))) {
      assertThat(refused(ParticipantRules.hold(document, leg("t3", 1, wanted), two)))
          .isEqualTo(new DocumentHoldAnswer.Busy(document.get().holds().get(0)));
      assertThat(hold(document, leg("t3", 1, wanted)).isRight()).isTrue();
    }
  }

  @Test
  void isRefusedWhereTheDocumentWouldBeTooLarge() {
    DocumentRef one = order(1);
    Fields largest = fields("a", "x".repeat(LIMIT - FRAME));
    assertThat(hold(NONE, leg("t1", 1, insert(one, largest))).isRight()).isTrue();
    Fields tooLarge = fields("a", "x".repeat(LIMIT - FRAME + 1));
    DocumentHoldAnswer denied =
        new DocumentHoldAnswer.Denied(new DocumentRefusal.DocumentTooLarge(one, LIMIT + 1L, LIMIT));
    assertThat(refused(hold(NONE, leg("t1", 1, insert(one, tooLarge))))).isEqualTo(denied);
    assertThat(
            refused(
                hold(
                    stored(one, largest),
                    leg("t1", 1, change(one, set("a", tooLarge.get("a").get()))))))
        .isEqualTo(denied);
  }
}
