package io.twophase.test.contract.document;

import static io.twophase.domain.testing.Documents.add;
import static io.twophase.domain.testing.Documents.change;
import static io.twophase.domain.testing.Documents.check;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.is;
import static io.twophase.domain.testing.Documents.leg;
import static io.twophase.domain.testing.Documents.order;
import static io.twophase.domain.testing.Documents.remove;
import static io.twophase.domain.testing.Documents.set;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.id.Epoch;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.HoldLimit;
import io.twophase.domain.outcome.DocumentHoldOutcome;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.participant.DocumentHold;
import io.twophase.domain.participant.DocumentLeg;
import io.twophase.ports.DocumentRepository;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A document that has all the holds it may have is busy, and free again once one has ended. */
public abstract class DocumentHoldLimitContract extends DocumentContract {

  private static final HoldLimit LIMIT = new HoldLimit(3);
  private static final DocumentRef FULL = order("full");

  /**
   * @param fresh gives an empty repository; asked once before each test
   */
  protected DocumentHoldLimitContract(Function<HoldLimit, DocumentRepository> fresh) {
    super(() -> fresh.apply(LIMIT));
  }

  static Stream<Arguments> endsAndOperations() {
    return Stream.of("settle", "release", "withdraw")
        .flatMap(end -> Stream.of(arguments(end, check(FULL)), arguments(end, add(FULL, "n", 1))));
  }

  private List<DocumentLeg> fill() {
    stored(FULL, fields("n", 50, "status", "UnPaid"));
    done("t0", add(FULL, "n", 1));
    return List.of(
        held("t1", check(FULL, is("status", "UnPaid"))),
        held("t2", add(FULL, "n", 5)),
        held("t3", check(FULL)));
  }

  @ParameterizedTest
  @MethodSource("endsAndOperations")
  void isBusyUntilOneOfItsHoldsEnds(String end, DocumentOperation operation) {
    List<DocumentLeg> holders = fill();
    DocumentLeg leg = leg("t9", 1, operation);
    for (DocumentLeg ending : holders) {
      assertThat(hold(leg)).isInstanceOf(DocumentHoldOutcome.Busy.class);
      assertThat(read(FULL).get().holds()).hasSize(LIMIT.holds());
      assertThat(ended(end, ending)).isEqualTo(MatchOutcome.MATCHED);
      assertThat(hold(leg)).isEqualTo(DocumentHoldOutcome.held());
      assertThat(withdraw(leg)).isEqualTo(MatchOutcome.MATCHED);
      held(at(5, ending));
    }
  }

  private MatchOutcome ended(String end, DocumentLeg leg) {
    return switch (end) {
      case "settle" -> settle(leg);
      case "release" -> release(leg);
      default -> withdraw(leg);
    };
  }

  @Test
  void whoHoldsItIsToldAndWhoHoldsItAlreadyStillDoes() {
    List<DocumentLeg> holders = fill();
    List<DocumentHold> there = holders.stream().map(DocumentHold::of).toList();
    DocumentHoldOutcome told = hold(leg("t9", 1, check(FULL)));
    assertThat(told)
        .isInstanceOfSatisfying(
            DocumentHoldOutcome.Busy.class, busy -> assertThat(there).contains(busy.holder()));
    for (DocumentLeg holder : holders) {
      assertThat(hold(holder)).isEqualTo(new DocumentHoldOutcome.Present(new Epoch(1), true));
      assertThat(stamp(at(2, holder))).isEqualTo(MatchOutcome.MATCHED);
    }
    assertThat(read(FULL).get().holds())
        .isEqualTo(holders.stream().map(leg -> DocumentHold.of(at(2, leg))).toList());
  }

  @Test
  void ofALongCallAsManyAreHeldAsThereIsRoomFor() {
    stored(FULL, fields("n", 50));
    List<DocumentLeg> legs =
        Stream.of("t1", "t2", "t3", "t4", "t5").map(id -> leg(id, 1, check(FULL))).toList();
    assertThat(documents().hold(legs))
        .startsWith(
            DocumentHoldOutcome.held(), DocumentHoldOutcome.held(), DocumentHoldOutcome.held())
        .satisfies(
            told -> assertThat(told.get(3)).isInstanceOf(DocumentHoldOutcome.Busy.class),
            told -> assertThat(told.get(4)).isInstanceOf(DocumentHoldOutcome.Busy.class));
    assertThat(read(FULL).get().holds()).hasSize(LIMIT.holds());
  }

  /** Also where it would be refused: what it says is true only of what is decided. */
  @Test
  void whoWantsItForHimselfIsBusyToo() {
    fill();
    assertThat(hold(leg("t9", 1, change(FULL, set("status", "Paid")))))
        .isInstanceOf(DocumentHoldOutcome.Busy.class);
    assertThat(hold(leg("t9", 1, remove(FULL, is("status", "Paid")))))
        .isInstanceOf(DocumentHoldOutcome.Busy.class);
  }
}
