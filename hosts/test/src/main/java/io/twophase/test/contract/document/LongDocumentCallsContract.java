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
import static io.twophase.domain.testing.Documents.value;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.HoldMode;
import io.twophase.domain.outcome.DocumentHoldOutcome;
import io.twophase.domain.outcome.DocumentLookup;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.participant.DocumentHold;
import io.twophase.domain.participant.DocumentLeg;
import io.twophase.domain.participant.DocumentRefusal;
import io.twophase.domain.participant.Participant;
import io.twophase.domain.value.Fields;
import io.twophase.ports.DocumentRepository;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Calls of hundreds of legs over several collections, and of many on one document. */
public abstract class LongDocumentCallsContract extends DocumentContract {

  private static final int DOCUMENTS = 270;
  private static final int ON_ONE = 120;
  private static final Fields BEFORE = fields("n", 50, "status", "UnPaid");

  /** What a leg of a long call is to come to: by turns they match and do not. */
  private enum Turn {
    CHANGED(true, ""),
    NOT_AS_SAID(true, "GuardFailed"),
    THERE(true, "DocumentExists"),
    INSERTED(false, ""),
    NOT_THERE(false, "NoSuchDocument"),
    ADDED_TO(true, ""),
    TOO_MUCH(true, "BoundReached"),
    REMOVED(true, ""),
    ABSENT(false, "");

    private final boolean isThere;
    private final String refusal;

    Turn(boolean isThere, String refusal) {
      this.isThere = isThere;
      this.refusal = refusal;
    }

    DocumentOperation operation(DocumentRef ref) {
      return switch (this) {
        case CHANGED -> change(ref, is("status", "UnPaid"), set("status", "Paid"));
        case NOT_AS_SAID -> change(ref, is("status", "Paid"), set("n", 0));
        case THERE, INSERTED -> insert(ref, BEFORE);
        case NOT_THERE -> check(ref);
        case ADDED_TO -> add(ref, "n", 5);
        case TOO_MUCH -> add(ref, "n", 51);
        case REMOVED -> remove(ref);
        case ABSENT -> absent(ref);
      };
    }

    boolean isHeld() {
      return refusal.isEmpty();
    }

    /** What is there, once all that is held is settled. */
    List<Fields> after() {
      return switch (this) {
        case CHANGED -> List.of(fields("n", 50, "status", "Paid"));
        case ADDED_TO -> List.of(fields("n", 55L, "status", "UnPaid"));
        case INSERTED, NOT_AS_SAID, THERE, TOO_MUCH -> List.of(BEFORE);
        case NOT_THERE, REMOVED, ABSENT -> List.of();
      };
    }
  }

  private final String anotherDatabase;

  /**
   * @param fresh gives an empty repository; asked once before each test
   * @param anotherDatabase beside the repository's own
   */
  protected LongDocumentCallsContract(Supplier<DocumentRepository> fresh, String anotherDatabase) {
    super(fresh);
    this.anotherDatabase = anotherDatabase;
  }

  private static Turn turn(int at) {
    return Turn.values()[at % Turn.values().length];
  }

  private DocumentRef document(int at) {
    CollectionName name = CollectionName.of(at % 2 == 0 ? "orders" : "stock");
    return (at % 4 < 2 ? name : name.inDatabase(anotherDatabase)).document(value("d" + at));
  }

  private List<DocumentLeg> legs(String transaction, long epoch) {
    return IntStream.range(0, DOCUMENTS)
        .mapToObj(at -> leg(transaction, epoch, turn(at).operation(document(at))))
        .toList();
  }

  /** One long call of inserts, and one that settles them. */
  private void storeWhatIsThere() {
    DocumentLeg[] inserted =
        IntStream.range(0, DOCUMENTS)
            .filter(at -> turn(at).isThere)
            .mapToObj(at -> leg(SEED, 1, insert(document(at), BEFORE)))
            .toArray(DocumentLeg[]::new);
    held(inserted);
    assertThat(documents().settle(List.of(inserted))).containsOnly(MATCHED);
  }

  private static String kind(DocumentHoldOutcome outcome) {
    return outcome.fold(
        held -> "",
        present -> "Present",
        busy -> "Busy",
        refused -> refused.refusal().kind(),
        inDoubt -> "InDoubt");
  }

  private static void assertHeldByTurns(List<DocumentLeg> legs, List<DocumentHoldOutcome> told) {
    assertThat(told).hasSize(DOCUMENTS);
    for (int at = 0; at < DOCUMENTS; at++) {
      assertThat(kind(told.get(at))).as("%s", legs.get(at)).isEqualTo(turn(at).refusal);
      if (told.get(at) instanceof DocumentHoldOutcome.Refused refused) {
        assertThat(refused.refusal().document()).isEqualTo(document(refused));
        assertThat(refused.refusal().document()).isEqualTo(legs.get(at).document());
      }
    }
  }

  private static DocumentRef document(DocumentHoldOutcome.Refused refused) {
    return refused.refusal().document();
  }

  @Test
  void eachLegIsAnsweredInItsPlaceWhateverBecomesOfTheOthers() {
    storeWhatIsThere();
    List<DocumentLeg> legs = legs("t1", 1);
    assertHeldByTurns(legs, documents().hold(legs));
    List<MatchOutcome> stamped = documents().stamp(legs("t1", 2));
    assertThat(stamped).isEqualTo(each(at -> turn(at).isHeld() ? MATCHED : NOT_MATCHED));
    assertMatchedIfHeld(documents().settle(legs("t1", 2)));
    List<DocumentLookup> found = documents().find(each(this::document));
    for (int at = 0; at < DOCUMENTS; at++) {
      assertThat(found(found.get(at)).map(Participant::fields).toJavaList())
          .as("%s", legs.get(at))
          .isEqualTo(turn(at).after());
    }
  }

  /** A long call may answer matched for what was not there, but never the other way round. */
  private static void assertMatchedIfHeld(List<MatchOutcome> told) {
    assertThat(told).hasSize(DOCUMENTS);
    for (int at = 0; at < DOCUMENTS; at++) {
      if (turn(at).isHeld()) {
        assertThat(told.get(at)).as("leg %s", at).isEqualTo(MATCHED);
      }
    }
  }

  private static <T> List<T> each(Function<Integer, T> of) {
    return IntStream.range(0, DOCUMENTS).boxed().map(of).toList();
  }

  @Test
  void whatIsGivenBackIsAsBefore() {
    storeWhatIsThere();
    List<DocumentLeg> legs = legs("t1", 1);
    for (boolean atItsEpoch : List.of(false, true)) {
      assertHeldByTurns(legs, documents().hold(legs));
      DocumentLeg[] all = legs.toArray(DocumentLeg[]::new);
      assertMatchedIfHeld(
          atItsEpoch ? documents().withdraw(holdsOf(all)) : documents().release(holdsOf(all)));
      List<DocumentLookup> found = documents().find(each(this::document));
      for (int at = 0; at < DOCUMENTS; at++) {
        assertThat(found(found.get(at)).map(Participant::fields).toJavaList())
            .isEqualTo(turn(at).isThere ? List.of(BEFORE) : List.of());
        assertThat(found(found.get(at)).exists(there -> !there.holds().isEmpty())).isFalse();
      }
      assertThat(documents().release(holdsOf(all))).containsOnly(NOT_MATCHED);
    }
  }

  @Test
  void whatAnotherHoldsIsBusyAndTheRestIsHeld() {
    storeWhatIsThere();
    List<DocumentLeg> legs = legs("t1", 1);
    documents().hold(legs);
    List<DocumentLeg> checks =
        IntStream.range(0, DOCUMENTS).mapToObj(at -> leg("t2", 1, check(document(at)))).toList();
    List<DocumentHoldOutcome> told = documents().hold(checks);
    for (int at = 0; at < DOCUMENTS; at++) {
      DocumentHold first = DocumentHold.of(legs.get(at));
      boolean isBusy = turn(at).isHeld() && first.mode() == HoldMode.EXCLUSIVE;
      DocumentRef document = document(at);
      assertThat(told.get(at))
          .isEqualTo(
              isBusy
                  ? new DocumentHoldOutcome.Busy(first)
                  : turn(at).isThere
                      ? DocumentHoldOutcome.held()
                      : refused(new DocumentRefusal.NoSuchDocument(document)));
    }
  }

  @Test
  void ofManyAdditionsToOneFieldTheFirstThatFitAreHeld() {
    DocumentRef stock = order("stock");
    stored(stock, fields("n", 0));
    List<DocumentLeg> legs =
        IntStream.range(0, ON_ONE).mapToObj(at -> leg("t" + at, 1, add(stock, "n", 1))).toList();
    List<DocumentHoldOutcome> told = documents().hold(legs);
    for (int at = 0; at < ON_ONE; at++) {
      assertThat(told.get(at))
          .isEqualTo(
              at < 100
                  ? DocumentHoldOutcome.held()
                  : refused(new DocumentRefusal.BoundReached(stock, "n", 0, 1)));
    }
    assertThat(read(stock).get().holds()).hasSize(100);
    assertThat(documents().settle(legs.subList(0, 60))).containsOnly(MATCHED);
    assertThat(documents().release(holdsOf(legs.subList(60, 100).toArray(DocumentLeg[]::new))))
        .containsOnly(MATCHED);
    Participant after = read(stock).get();
    assertThat(after.fields()).isEqualTo(fields("n", 60L));
    assertThat(after.holds()).isEmpty();
    assertThat(after.escrow().get("n").get().receivable()).isEqualTo(40);
    assertThat(after.escrow().get("n").get().available()).isEqualTo(60);
  }

  /** Checks of one document are there together; who wants it for himself is told of one. */
  @Test
  void manyChecksOfOneDocumentAreHeldAndKeepOutAChange() {
    DocumentRef order = order("checked");
    stored(order, BEFORE);
    List<DocumentLeg> legs = new ArrayList<>();
    for (int at = 0; at < ON_ONE; at++) {
      legs.add(leg("t" + at, 1, check(order, is("status", at % 5 == 0 ? "Paid" : "UnPaid"))));
    }
    legs.add(leg("late", 1, change(order, set("status", "Paid"))));
    List<DocumentHoldOutcome> told = documents().hold(legs);
    for (int at = 0; at < ON_ONE; at++) {
      assertThat(kind(told.get(at))).isEqualTo(at % 5 == 0 ? "GuardFailed" : "");
    }
    assertThat(told.get(ON_ONE)).isInstanceOf(DocumentHoldOutcome.Busy.class);
    assertThat(read(order).get().holds()).hasSize(ON_ONE - ON_ONE / 5);
    documents().settle(legs);
    assertThat(read(order).get().holds()).isEmpty();
    assertThat(read(order).get().fields()).isEqualTo(BEFORE);
  }

  @Test
  void documentsAreFoundInTheOrderAskedHoweverOftenAndByWhateverName() {
    storeWhatIsThere();
    stored(order(7), fields("seven", true));
    List<DocumentRef> asked =
        Stream.concat(
                IntStream.range(0, DOCUMENTS).mapToObj(at -> document(DOCUMENTS - 1 - at)),
                Stream.of(order(7L), document(0), order("none"), order(7.0), order(7)))
            .toList();
    List<DocumentLookup> found = documents().find(asked);
    assertThat(found).hasSameSizeAs(asked);
    for (int at = 0; at < asked.size(); at++) {
      DocumentRef ref = asked.get(at);
      assertThat(
              found
                  .get(at)
                  .<DocumentRef>fold(
                      there -> there.document().ref(),
                      absent -> absent.document(),
                      unreadable -> unreadable.document()))
          .isEqualTo(ref);
    }
    assertThat(found.stream().filter(DocumentLookup.Found.class::isInstance).count())
        .isEqualTo(IntStream.range(0, DOCUMENTS).filter(at -> turn(at).isThere).count() + 4);
    assertThat(Objects.requireNonNull(found.get(DOCUMENTS + 2)))
        .isInstanceOf(DocumentLookup.Absent.class);
  }
}
