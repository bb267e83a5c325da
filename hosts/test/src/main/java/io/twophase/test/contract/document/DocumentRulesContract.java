package io.twophase.test.contract.document;

import static io.twophase.domain.outcome.MatchOutcome.MATCHED;
import static io.twophase.domain.outcome.MatchOutcome.NOT_MATCHED;
import static io.twophase.domain.testing.Documents.absent;
import static io.twophase.domain.testing.Documents.add;
import static io.twophase.domain.testing.Documents.change;
import static io.twophase.domain.testing.Documents.check;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.insert;
import static io.twophase.domain.testing.Documents.is;
import static io.twophase.domain.testing.Documents.leg;
import static io.twophase.domain.testing.Documents.order;
import static io.twophase.domain.testing.Documents.remove;
import static io.twophase.domain.testing.Documents.set;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.document.FieldChange;
import io.twophase.domain.operation.AddToField;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.outcome.DocumentHoldOutcome;
import io.twophase.domain.outcome.DocumentLookup;
import io.twophase.domain.participant.DocumentHold;
import io.twophase.domain.participant.DocumentLeg;
import io.twophase.domain.participant.DocumentRefusal;
import io.twophase.domain.participant.Participant;
import io.twophase.ports.DocumentRepository;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What is busy and what is refused; reading; and calls of several elements. */
public abstract class DocumentRulesContract extends DocumentContract {

  private static final DocumentRef THERE = order("there");
  private static final DocumentRef FREE = order("free");

  /**
   * @param fresh gives an empty repository; asked once before each test
   */
  protected DocumentRulesContract(Supplier<DocumentRepository> fresh) {
    super(fresh);
  }

  static Stream<Arguments> refusals() {
    return Stream.of(
        arguments(insert(THERE, fields()), new DocumentRefusal.DocumentExists(THERE)),
        arguments(absent(THERE), new DocumentRefusal.DocumentExists(THERE)),
        arguments(change(FREE, set("a", 1)), new DocumentRefusal.NoSuchDocument(FREE)),
        arguments(remove(FREE), new DocumentRefusal.NoSuchDocument(FREE)),
        arguments(check(FREE), new DocumentRefusal.NoSuchDocument(FREE)),
        arguments(add(FREE, "n", 1), new DocumentRefusal.NoSuchDocument(FREE)),
        arguments(
            change(THERE, is("status", "Paid"), set("n", 1)),
            new DocumentRefusal.GuardFailed(THERE, "status", "is \"Paid\"", "\"UnPaid\"")),
        arguments(
            remove(THERE, is("gone", null)),
            new DocumentRefusal.GuardFailed(THERE, "gone", "is null", "no such field")),
        arguments(
            check(THERE, is("tags", "red")),
            new DocumentRefusal.GuardFailed(THERE, "tags", "is \"red\"", "[\"red\"]")),
        arguments(
            change(THERE, set("status.at", 1)),
            new DocumentRefusal.ChangeImpossible(
                THERE, "status", "an embedded document", "\"UnPaid\"")),
        arguments(
            change(THERE, set("tags.1", "blue")),
            new DocumentRefusal.ChangeImpossible(
                THERE, "tags", "an array with an element 1", "[\"red\"]")),
        arguments(
            check(THERE, is("tags.0", "blue")),
            new DocumentRefusal.GuardFailed(THERE, "tags.0", "is \"blue\"", "\"red\"")),
        arguments(
            add(THERE, "status", 1),
            new DocumentRefusal.NotAddable(
                THERE, "status", "a whole number from 0 to 100", "\"UnPaid\"")),
        arguments(add(THERE, "n", 51), new DocumentRefusal.BoundReached(THERE, "n", 50, 51)),
        arguments(add(THERE, "n", -51), new DocumentRefusal.BoundReached(THERE, "n", 50, -51)));
  }

  private void storeThere() {
    stored(THERE, fields("n", 50, "status", "UnPaid", "tags", List.of("red")));
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void isRefusedByNameAndChangesNothing(DocumentOperation operation, DocumentRefusal refusal) {
    storeThere();
    Option<Participant> before = read(operation.document());
    assertThat(hold(leg("t1", 1, operation))).isEqualTo(refused(refusal));
    assertThat(read(operation.document())).isEqualTo(before);
  }

  /** Whether another's hold is in the way comes before whatever the document would say. */
  @ParameterizedTest
  @MethodSource("refusals")
  void isBusyWhereAnotherHasTheDocumentForItself(
      DocumentOperation operation, DocumentRefusal refusal) {
    storeThere();
    DocumentRef document = operation.document();
    boolean free = document.equals(FREE);
    DocumentLeg holder =
        held("t0", free ? insert(FREE, fields("n", 1)) : change(THERE, set("n", 1)));
    Option<Participant> before = read(document);
    assertThat(hold(leg("t1", 1, operation)))
        .isEqualTo(new DocumentHoldOutcome.Busy(DocumentHold.of(holder)));
    assertThat(read(document)).isEqualTo(before);
  }

  @Test
  void checksAndAdditionsAreThereTogetherUnlessTheyNameTheSameField() {
    storeThere();
    DocumentLeg checked = held("t1", check(THERE, is("status", "UnPaid")));
    DocumentLeg added = held("t2", add(THERE, "n", 5));
    DocumentLeg taken = held("t3", add(THERE, "n", -5));
    held("t4", check(THERE));
    assertThat(hold(leg("t5", 1, check(THERE, is("n", 50)))))
        .isIn(
            new DocumentHoldOutcome.Busy(DocumentHold.of(added)),
            new DocumentHoldOutcome.Busy(DocumentHold.of(taken)));
    assertThat(hold(leg("t5", 1, add(THERE, "status", 1))))
        .isEqualTo(new DocumentHoldOutcome.Busy(DocumentHold.of(checked)));
    assertThat(hold(leg("t5", 1, change(THERE, set("x", 1)))))
        .isInstanceOf(DocumentHoldOutcome.Busy.class);
  }

  @Test
  void anElementOfAnArrayIsChangedByItsIndex() {
    stored(THERE, fields("v", List.of(fields("n", 1), fields("n", 1, "t", List.of("a")), 5)));

    done(
        "t1",
        change(
            THERE,
            is("v.1.n", 1),
            set("v.0.n", 2),
            FieldChange.inc("v.1.n", 4),
            FieldChange.push("v.1.t", "b"),
            FieldChange.unset("v.2")));

    assertThat(read(THERE).get().fields())
        .isEqualTo(
            fields(
                "v", Arrays.asList(fields("n", 2), fields("n", 5, "t", List.of("a", "b")), null)));
  }

  @Test
  void oneDocumentIsNamedByIdsThatMatch() {
    stored(order(5), fields("a", 1));
    assertThat(hold(leg("t1", 1, insert(order(5L), fields()))))
        .isEqualTo(refused(new DocumentRefusal.DocumentExists(order(5))));
    done("t2", change(order(5.0), set("a", 2)));
    assertThat(read(order(5)).get().fields()).isEqualTo(fields("a", 2));
  }

  @Test
  void aDocumentIsInsertedAgainOnceItIsRemoved() {
    storeThere();
    done("t1", remove(THERE));
    assertThat(only(documents().find(List.of(THERE)))).isEqualTo(new DocumentLookup.Absent(THERE));
    assertThat(documents().findLatest(THERE)).isEqualTo(new DocumentLookup.Absent(THERE));
    done("t2", insert(THERE, fields("again", true)));
    assertThat(found(documents().findLatest(THERE)).get().fields())
        .isEqualTo(fields("again", true));
  }

  @Test
  void aScanShowsWhatIsHeldInItsCollectionAndNothingElse() {
    DocumentRef elsewhere = CollectionName.of("stock").document(THERE.id());
    storeThere();
    stored(order("idle"), fields());
    stored(elsewhere, fields());
    held("t1", check(THERE));
    held("t2", insert(FREE, fields()));
    held("t3", check(elsewhere));
    assertThat(scanned(THERE.collection())).containsExactlyInAnyOrder(THERE, FREE);
    assertThat(scanned(elsewhere.collection())).containsExactly(elsewhere);
    assertThat(scanned(CollectionName.of("none"))).isEmpty();
  }

  @Test
  void aScanOfWhatIsMarkedShowsBoundsToo() {
    DocumentRef counted = order("counted");
    storeThere();
    stored(order("idle"), fields("n", 1));
    stored(counted, fields("n", 1));
    DocumentLeg added = leg("t1", 1, add(counted, "n", 1));
    held(added, leg("t2", 1, check(THERE)), leg("t3", 1, insert(FREE, fields())));
    assertThat(settle(added)).isEqualTo(MATCHED);
    List<DocumentRef> seen = new ArrayList<>();
    documents().scanMarked(counted.collection(), lookup -> seen.add(found(lookup).get().ref()));
    assertThat(seen).containsExactlyInAnyOrder(THERE, FREE, counted);
  }

  private List<DocumentRef> scanned(CollectionName collection) {
    List<DocumentRef> seen = new ArrayList<>();
    documents().scanHeld(collection, lookup -> seen.add(found(lookup).get().ref()));
    return seen;
  }

  @Test
  void everyCollectionThatWasAskedForAHoldIsNamedWhateverCameOfIt() {
    CollectionName stock = CollectionName.of("stock");
    CollectionName elsewhere = stock.inDatabase("twophase_elsewhere");
    assertThat(documents().collections()).isEmpty();
    documents().find(List.of(CollectionName.of("read").document(THERE.id())));
    DocumentLeg inserted = leg("t1", 1, insert(FREE, fields()));
    held(inserted, leg("t1", 1, absent(stock.document(THERE.id()))));
    assertThat(release(inserted)).isEqualTo(MATCHED);
    assertThat(hold(leg("t2", 1, check(elsewhere.document(THERE.id())))))
        .isInstanceOf(DocumentHoldOutcome.Refused.class);
    assertThat(documents().collections())
        .containsExactlyElementsOf(
            Stream.of(FREE.collection(), stock, elsewhere).sorted().toList());
  }

  @Test
  void elementsOfACallAreAnsweredInTheirOrder() {
    DocumentRef stock = CollectionName.of("stock").document(THERE.id());
    storeThere();
    stored(stock, fields("n", 50));
    DocumentLeg inserted = leg("t1", 1, insert(FREE, fields("a", 1)));
    DocumentLeg changed = leg("t1", 1, change(THERE, set("status", "Paid")));
    DocumentLeg late = leg("t2", 1, change(THERE, set("status", "Late")));
    DocumentLeg taken = leg("t1", 1, add(stock, "n", -20));
    assertThat(documents().hold(List.of(inserted, changed, late, taken)))
        .containsExactly(
            DocumentHoldOutcome.held(),
            DocumentHoldOutcome.held(),
            new DocumentHoldOutcome.Busy(DocumentHold.of(changed)),
            DocumentHoldOutcome.held());
    assertThat(documents().settle(List.of(inserted, changed, taken)))
        .containsExactly(MATCHED, MATCHED, MATCHED);
    assertThat(read(stock).get().fields()).isEqualTo(fields("n", 30L));
    assertThat(documents().release(holdsOf(inserted, changed, taken))).containsOnly(NOT_MATCHED);
    assertThat(documents().find(List.of(FREE, order("none"), THERE)))
        .extracting(lookup -> found(lookup).isDefined())
        .containsExactly(true, false, true);
    assertThat(documents().hold(List.of())).isEmpty();
    assertThat(documents().find(List.of())).isEmpty();
  }

  /** Whatever becomes of the other operations of the first one's transaction. */
  @Test
  void theFirstAdditionToAFieldGivesItsBounds() {
    stored(THERE, fields("m", 0, "n", 50));
    DocumentLeg tooMuch = leg("t1", 1, add(THERE, "m", 101));
    DocumentLeg first = leg("t1", 1, new AddToField(THERE, "n", 1, 0, 99));
    DocumentLeg second = leg("t2", 1, add(THERE, "n", 1));

    assertThat(documents().hold(List.of(tooMuch, first, second)))
        .containsExactly(
            refused(new DocumentRefusal.BoundReached(THERE, "m", 100, 101)),
            DocumentHoldOutcome.held(),
            refused(
                new DocumentRefusal.NotAddable(
                    THERE, "n", "a whole number from 0 to 100", "one from 0 to 99")));
  }
}
