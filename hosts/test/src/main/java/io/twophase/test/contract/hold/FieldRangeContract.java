package io.twophase.test.contract.hold;

import static io.twophase.domain.record.MatchOutcome.MATCHED;
import static io.twophase.domain.record.MatchOutcome.NOT_MATCHED;
import static io.twophase.domain.testing.Documents.change;
import static io.twophase.domain.testing.Documents.check;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.is;
import static io.twophase.domain.testing.Documents.order;
import static io.twophase.domain.testing.Documents.set;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.document.Guard;
import io.twophase.domain.hold.Claim;
import io.twophase.domain.hold.Claim.Answer;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Document;
import io.twophase.domain.hold.Hold.Range;
import io.twophase.domain.hold.Hold.Scale;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.transaction.DocumentRefusal;
import io.twophase.domain.value.Fields;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Ranges of number fields: their bounds, and what they may lie beside. */
public abstract class FieldRangeContract extends HoldCases {

  private static final DocumentRef STOCK = order("stock");
  private static final Fields FIFTY = fields("m", 0, "n", 50, "status", "Open");

  private void hasBounds(long value, long available, long receivable) {
    Document there = read(STOCK).orElseThrow();
    assertThat(there.fields().get("n").flatMap(number -> number.wholeNumber())).contains(value);
    assertThat(there.escrow())
        .containsEntry("n", new Document.Escrow(available, receivable, 0, 100));
  }

  private static Placing within(String record, long amount, long floor, long ceiling) {
    return asked(
        record,
        1,
        new Claim.OfRange(
            new Target.OfDocument(STOCK),
            new Scale.OfField("n", floor, ceiling),
            Range.whole(0, amount),
            new RecordId(record).isOfMany()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"t1", BATCH})
  void aRangeGivesTheFieldItsBoundsAndMovesItWhenItIsSettled(String record) {
    host(STOCK, FIFTY);
    Placing asked = held(field(record, 2, STOCK, "n", Range.whole(20, 5)));
    hasBounds(50, 30, 45);
    assertThat(read(STOCK).orElseThrow().holds()).containsExactly(holdOf(asked));
    assertThat(read(STOCK).orElseThrow().lastTransaction()).isEmpty();
    assertThat(end(settle(at(1, asked), -15))).isEqualTo(NOT_MATCHED);
    assertThat(end(settle(asked, -15))).isEqualTo(MATCHED);
    hasBounds(35, 35, 65);
    assertThat(read(STOCK).orElseThrow().holds()).isEmpty();
    assertThat(read(STOCK).orElseThrow().lastTransaction())
        .contains(new Document.LastTransaction(store().home(), new RecordId(record).transaction()));
    assertThat(end(settle(asked, -15))).isEqualTo(NOT_MATCHED);
  }

  @Test
  void allThatTheBoundsLeaveCanBeHeldAndNothingMore() {
    host(STOCK, FIFTY);
    isShort(add("t1", STOCK, "n", -51), 50, 50);
    isShort(field(BATCH, 1, STOCK, "n", Range.whole(1, 51)), 50, 50);
    Placing reduced =
        field(BATCH, 1, STOCK, "n", new Range(45, 50, Optional.of(49L), Optional.empty()));
    isShort(reduced, 50, 50);
    held(field(BATCH, 1, STOCK, "n", new Range(45, 50, Optional.of(50L), Optional.of(50L))));
    isShort(add("t1", STOCK, "n", 1), 5, 0);
    held(add("t1", STOCK, "n", -5));
    isShort(add("t2", STOCK, "n", -1), 0, 0);
    hasBounds(50, 0, 0);
  }

  @Test
  void aRangeOfNothingIsOnlyLookedAt() {
    host(STOCK, FIFTY);
    isShort(field(BATCH, 1, STOCK, "n", Range.NONE), 50, 50);
    assertThat(read(STOCK)).contains(HoldCases.inOrder(Document.of(STOCK, FIFTY)));
  }

  @ParameterizedTest
  @CsvSource({"status", "none"})
  void aFieldThatIsNoNumberIsRefused(String name) {
    host(STOCK, FIFTY);
    assertThat(place(add("t1", STOCK, name, 1)).reason())
        .contains(
            new DocumentRefusal.NotAddable(
                STOCK,
                name,
                "a whole number from 0 to 100",
                name.equals("status") ? "\"Open\"" : Guard.NO_FIELD));
    isRefused(
        add("t1", order("ghost"), "n", 1), new DocumentRefusal.NoSuchDocument(order("ghost")));
  }

  /** Bounds are given once; a hold does not say them, so who asks for others holds nothing. */
  @Test
  void theFirstClaimGivesTheBoundsWhateverBecomesOfOthersOfTheCall() {
    host(STOCK, FIFTY);
    Placing tooMuch = add("t1", STOCK, "m", 101);
    Placing first = within("t1", 1, 0, 99);
    List<Answer> told = store().holds().place(List.of(tooMuch, first, add("t2", STOCK, "n", 1)));
    assertThat(told)
        .extracting(Answer::kind)
        .containsExactly(Answer.Kind.SHORT, Answer.Kind.HELD, Answer.Kind.REFUSED);
    DocumentRefusal others =
        new DocumentRefusal.NotAddable(
            STOCK, "n", "a whole number from 0 to 100", "one from 0 to 99");
    isRefused(add("t2", STOCK, "n", 1), others);
    isRefused(add("t1", STOCK, "n", 1), others);
    isRefused(
        within("t3", 1, 51, 99),
        new DocumentRefusal.NotAddable(
            STOCK, "n", "a whole number from 51 to 99", "one from 0 to 99"));
    assertThat(end(release(first))).isEqualTo(MATCHED);
    isRefused(add("t2", STOCK, "n", 1), others);
  }

  @Test
  void aFieldThatIsAddedToIsChangedByAdditionsOnly() {
    host(STOCK, FIFTY);
    done(add("t1", STOCK, "n", 1));
    isRefused(
        on("t2", change(STOCK, set("n", 5))),
        new DocumentRefusal.ChangeImpossible(
            STOCK, "n", "a field that is not added to within bounds", "one that is"));
    done(on("t3", change(STOCK, set("status", "Shut"))));
    hasBounds(51, 51, 49);
  }

  /** A check that names the field sees it as it stays; any other check does not mind. */
  @Test
  void aCheckThatNamesTheFieldAndARangeExcludeEachOther() {
    host(STOCK, FIFTY);
    Placing named = held(on("c1", check(STOCK, is("n", 50))));
    isBusy(add("t1", STOCK, "n", 5), named);
    isBusy(field(BATCH, 1, STOCK, "n", Range.NONE), named);
    Placing onM = held(add("t1", STOCK, "m", 5));
    Placing other = held(on("c2", check(STOCK, is("status", "Open"))));
    assertThat(end(settle(named))).isEqualTo(MATCHED);
    Placing ranged = held(add("t2", STOCK, "n", 5));
    isBusy(on("c3", check(STOCK, is("n", 50))), ranged);
    Placing there = held(on("c3", check(STOCK)));
    isBusy(on("c4", check(STOCK, is("m", 0))), onM);
    assertThat(end(settle(onM), settle(other), settle(ranged), settle(there)))
        .containsOnly(MATCHED);
    assertThat(read(STOCK).orElseThrow().holds()).isEmpty();
  }
}
