package io.twophase.test.contract.hold;

import static io.twophase.domain.hold.Claim.Answer.Kind.HELD;
import static io.twophase.domain.hold.Claim.Answer.Kind.SHORT;
import static io.twophase.domain.record.MatchOutcome.MATCHED;
import static io.twophase.domain.record.MatchOutcome.NOT_MATCHED;
import static io.twophase.domain.testing.Documents.absent;
import static io.twophase.domain.testing.Documents.change;
import static io.twophase.domain.testing.Documents.check;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.insert;
import static io.twophase.domain.testing.Documents.is;
import static io.twophase.domain.testing.Documents.order;
import static io.twophase.domain.testing.Documents.remove;
import static io.twophase.domain.testing.Documents.set;
import static io.twophase.domain.testing.Documents.value;
import static io.twophase.domain.testing.Fixtures.epoch;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.hold.Claim.Answer;
import io.twophase.domain.hold.Claim.Ending;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Claim.Stamping;
import io.twophase.domain.hold.Hold.Range;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.value.Fields;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls of hundreds of requests over accounts and several collections, and of many on one. */
public abstract class HoldCallsContract extends HoldCases {

  private static final int TURNS = 132;
  private static final int ON_ONE = 40;
  private static final int FITTING = 25;
  private static final int SETTLED = 15;
  private static final Fields BEFORE = fields("n", 50, "status", "UnPaid");

  /** The result of a request of a long call: by turns they match and do not. */
  private enum Turn {
    CHANGED(true, HELD),
    NOT_AS_SAID(true, Answer.Kind.REFUSED),
    DEBITED(true, HELD),
    THERE(true, Answer.Kind.REFUSED),
    INSERTED(false, HELD),
    NOT_THERE(false, Answer.Kind.REFUSED),
    ADDED_TO(true, HELD),
    TOO_MUCH(true, SHORT),
    OVERDRAWN(true, SHORT),
    REMOVED(true, HELD),
    NO_ACCOUNT(false, Answer.Kind.REFUSED),
    ABSENT(false, HELD);

    private final boolean isThere;
    private final Answer.Kind kind;

    Turn(boolean isThere, Answer.Kind kind) {
      this.isThere = isThere;
      this.kind = kind;
    }

    boolean isAccount() {
      return this == DEBITED || this == OVERDRAWN || this == NO_ACCOUNT;
    }

    boolean isHeld() {
      return kind == HELD;
    }

    Placing asked(String record, long at, String account, DocumentRef ref) {
      return switch (this) {
        case CHANGED -> on(record, at, change(ref, is("status", "UnPaid"), set("status", "Paid")));
        case NOT_AS_SAID -> on(record, at, change(ref, is("status", "Paid"), set("n", 0)));
        case THERE, INSERTED -> on(record, at, insert(ref, BEFORE));
        case NOT_THERE -> on(record, at, check(ref));
        case ADDED_TO -> field(record, at, ref, "n", Range.whole(0, 5));
        case TOO_MUCH -> field(record, at, ref, "n", Range.whole(51, 0));
        case REMOVED -> on(record, at, remove(ref));
        case ABSENT -> on(record, at, absent(ref));
        case DEBITED, NO_ACCOUNT -> debit(record, at, account, 5);
        case OVERDRAWN -> debit(record, at, account, 51);
      };
    }
  }

  private static Turn turn(int at) {
    return Turn.values()[at % Turn.values().length];
  }

  private DocumentRef ref(int at) {
    CollectionName name = CollectionName.of(at % 2 == 0 ? "orders" : "stock");
    return (at % 4 < 2 ? name : name.inDatabase(contract().anotherDatabase()))
        .document(value("d" + at));
  }

  private static <T> List<T> each(IntFunction<T> of) {
    return IntStream.range(0, TURNS).mapToObj(of).toList();
  }

  private List<Placing> asked(String record, long epoch) {
    return each(at -> turn(at).asked(record, epoch, "a" + at, ref(at)));
  }

  @BeforeEach
  void storeWhatIsThere() {
    for (int at = 0; at < TURNS; at++) {
      if (turn(at).isThere && turn(at).isAccount()) {
        open("a" + at, 50, 100);
      }
    }
    List<Placing> inserted =
        IntStream.range(0, TURNS)
            .filter(at -> turn(at).isThere && !turn(at).isAccount())
            .mapToObj(at -> on("seed", insert(ref(at), BEFORE)))
            .toList();
    assertThat(store().holds().place(inserted)).extracting(Answer::kind).containsOnly(HELD);
    assertThat(store().holds().end(inserted.stream().map(HoldCases::settle).toList()))
        .containsOnly(MATCHED);
  }

  private void areHeldByTurns(List<Placing> asked) {
    assertThat(store().holds().place(asked))
        .extracting(Answer::kind)
        .isEqualTo(each(at -> turn(at).kind));
  }

  /** A long call may answer matched for what was not there, but never the other way round. */
  private static void areMatchedIfHeld(List<MatchOutcome> told) {
    assertThat(told).hasSize(TURNS);
    for (int at = 0; at < TURNS; at++) {
      if (turn(at).isHeld()) {
        assertThat(told.get(at)).as("request %s", at).isEqualTo(MATCHED);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"t1", BATCH})
  void eachIsAnsweredInItsPlaceWhateverBecomesOfTheOthers(String record) {
    List<Placing> asked = asked(record, 1);
    areHeldByTurns(asked);
    List<MatchOutcome> stamped =
        store().holds().stamp(asked.stream().map(each -> to(2, each)).toList());
    assertThat(stamped).isEqualTo(each(at -> turn(at).isHeld() ? MATCHED : NOT_MATCHED));
    List<Placing> raised = asked(record, 2);
    areMatchedIfHeld(store().holds().end(raised.stream().map(HoldCases::settle).toList()));
    for (int at = 0; at < TURNS; at++) {
      Turn turn = turn(at);
      if (turn.isAccount()) {
        if (turn.isThere) {
          long balance = turn == Turn.DEBITED ? 45 : 50;
          hasFigures("a" + at, balance, balance, 100 - balance);
        }
      } else {
        assertThat(fieldsOf(ref(at)).stream().toList()).as("%s", turn).isEqualTo(after(turn));
      }
    }
  }

  private static List<Fields> after(Turn turn) {
    return switch (turn) {
      case CHANGED -> List.of(fields("n", 50, "status", "Paid"));
      case ADDED_TO -> List.of(fields("n", 55L, "status", "UnPaid"));
      case INSERTED, NOT_AS_SAID, THERE, TOO_MUCH -> List.of(BEFORE);
      default -> List.of();
    };
  }

  @Test
  void whatIsGivenBackIsAsBefore() {
    List<Placing> asked = asked("t1", 1);
    for (boolean atItsEpoch : List.of(false, true)) {
      areHeldByTurns(asked);
      List<Ending> ends =
          asked.stream().map(each -> atItsEpoch ? withdraw(each) : release(each)).toList();
      areMatchedIfHeld(store().holds().end(ends));
      for (int at = 0; at < TURNS; at++) {
        assertThat(holdsOf(asked.get(at).claim().target())).isEmpty();
        if (!turn(at).isAccount()) {
          assertThat(fieldsOf(ref(at)).stream().toList())
              .isEqualTo(turn(at).isThere ? List.of(BEFORE) : List.of());
        }
      }
      assertThat(store().holds().end(ends)).containsOnly(NOT_MATCHED);
    }
  }

  @Test
  void ofManyRangesOfOneNumberTheFirstThatFitAreHeld() {
    open("A", FITTING, FITTING);
    host(order("stock"), fields("n", FITTING));
    for (IntFunction<Placing> ask :
        List.<IntFunction<Placing>>of(
            at -> debit("t" + at, 1, "A", 1), at -> add("t" + at, order("stock"), "n", -1))) {
      List<Placing> asked = IntStream.range(0, ON_ONE).mapToObj(ask).toList();
      assertThat(store().holds().place(asked))
          .extracting(Answer::kind)
          .startsWith(Collections.nCopies(FITTING, HELD).toArray(Answer.Kind[]::new))
          .endsWith(Collections.nCopies(ON_ONE - FITTING, SHORT).toArray(Answer.Kind[]::new))
          .hasSize(ON_ONE);
      assertThat(holdsOf(asked.get(0).claim().target())).hasSize(FITTING);
      List<Ending> ends = new ArrayList<>();
      IntStream.range(0, FITTING)
          .forEach(at -> ends.add(at < SETTLED ? settle(asked.get(at)) : release(asked.get(at))));
      assertThat(store().holds().end(ends)).containsOnly(MATCHED);
      assertThat(holdsOf(asked.get(0).claim().target())).isEmpty();
    }
    hasFigures("A", FITTING - SETTLED, FITTING - SETTLED, SETTLED);
    assertThat(fieldsOf(order("stock"))).contains(fields("n", (long) FITTING - SETTLED));
  }

  private Stamping to(long newer, Placing held) {
    return new Stamping(held.claim().target(), holdOf(held), epoch(newer));
  }

  @Test
  void nothingAskedIsNothingAnswered() {
    assertThat(store().holds().place(List.of())).isEmpty();
    assertThat(store().holds().stamp(List.of())).isEmpty();
    assertThat(store().holds().end(List.of())).isEmpty();
    assertThat(store().holds().find(List.of())).isEmpty();
  }

  @Test
  void targetsAreFoundInTheOrderAskedHoweverOftenAndByWhateverName() {
    host(order(7), fields("seven", true));
    List<Placing> asked = asked("t1", 1);
    List<Placing> all =
        Stream.concat(
                asked.stream(),
                Stream.of(on("t1", check(order(7L))), asked.get(0), on("t1", check(order(7.0)))))
            .toList();
    List<Boolean> there = new ArrayList<>(each(at -> turn(at).isThere));
    there.addAll(List.of(true, true, true));
    assertThat(store().holds().find(all.stream().map(each -> each.claim().target()).toList()))
        .extracting(sight -> sight.stored().isPresent())
        .isEqualTo(there);
  }
}
