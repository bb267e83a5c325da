package io.twophase.test.contract.participant;

import static io.twophase.domain.outcome.MatchOutcome.MATCHED;
import static io.twophase.domain.outcome.MatchOutcome.NOT_MATCHED;
import static io.twophase.domain.testing.Documents.absent;
import static io.twophase.domain.testing.Documents.add;
import static io.twophase.domain.testing.Documents.change;
import static io.twophase.domain.testing.Documents.check;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.inc;
import static io.twophase.domain.testing.Documents.insert;
import static io.twophase.domain.testing.Documents.is;
import static io.twophase.domain.testing.Documents.leg;
import static io.twophase.domain.testing.Documents.order;
import static io.twophase.domain.testing.Documents.remove;
import static io.twophase.domain.testing.Documents.set;
import static io.twophase.domain.testing.Documents.value;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.credit;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.outcome.HoldOutcome;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.participant.ParticipantLeg;
import io.twophase.domain.value.Fields;
import io.twophase.ports.ParticipantRepository;
import io.twophase.test.contract.Race;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The contract of {@link ParticipantRepository}, beside what it shares with those of accounts and
 * of documents: calls in which both are meant. An adapter's own test extends this class and says
 * how to get an empty store.
 */
public abstract class ParticipantRepositoryContract extends AccountDocumentsContract {

  private static final int MANY = 120;
  private static final int THREADS = 8;
  private static final int ROUNDS = 12;

  @Test
  void whatIsHeldTogetherIsSettledTogether() {
    assertThat(participants().hold(payment("t1", 1))).allMatch(HoldOutcome::isHeld);
    assertThat(read("A").available()).isEqualTo(usd("70").minor());
    assertThat(read("A").balance()).isEqualTo(usd("100").minor());
    assertThat(fieldsOf(ORDER)).contains(UNPAID);
    assertThat(read(LINE).get().placeholder()).isTrue();

    assertThat(participants().settle(payment("t1", 1))).containsOnly(MATCHED);
    assertThat(read("A").balance()).isEqualTo(usd("70").minor());
    assertThat(read("B").balance()).isEqualTo(usd("30").minor());
    assertThat(fieldsOf(ORDER)).contains(fields("status", "Paid"));
    assertThat(fieldsOf(LINE)).contains(LINED);
    assertThat(Stream.of(ORDER, LINE).map(document -> read(document).get().holds()))
        .allMatch(List::isEmpty);
  }

  @Test
  void answersAreOfTheKindOfWhatIsHeld() {
    for (ParticipantLeg leg : payment("t1", 1)) {
      assertThat(kind(participants().hold(List.of(leg)).get(0))).isEqualTo("held");
    }
    assertThat(kinds(participants().hold(payment("t1", 1))))
        .containsExactly("present", "already", "present", "already");
    assertThat(participants().hold(List.of())).isEmpty();
    assertThat(participants().settle(List.of())).isEmpty();
  }

  @Test
  void eachIsAnsweredInItsPlaceWhateverBecomesOfTheOthers() {
    stored(
        insert(order("there"), UNPAID), insert(STOCK.collection().document(value("s2")), UNPAID));
    assertThat(participants().hold(all("other", 1, remove(order("there"))))).hasSize(1);

    assertThat(
            kinds(
                participants()
                    .hold(
                        all(
                            "t1",
                            1,
                            insert(STOCK.collection().document(value("s2")), UNPAID),
                            debit("A", usd("101")),
                            insert(order("new"), UNPAID),
                            change(ORDER, is("status", "Paid"), set("n", 1)),
                            credit("B", usd("5")),
                            check(order("there")),
                            add(STOCK, "n", 60),
                            debit("nobody", usd("1")),
                            insert(ORDER, UNPAID),
                            absent(LINE)))))
        .containsExactly(
            "DocumentExists",
            "InsufficientFunds",
            "held",
            "GuardFailed",
            "held",
            "busy",
            "BoundReached",
            "NoSuchAccount",
            "DocumentExists",
            "held");
  }

  @Test
  void whatIsGivenBackIsAsBefore() {
    assertThat(participants().hold(payment("t1", 1))).allMatch(HoldOutcome::isHeld);
    assertThat(participants().withdraw(payment("t1", 2))).containsOnly(NOT_MATCHED);
    assertThat(participants().withdraw(payment("t1", 1))).containsOnly(MATCHED);
    assertAsBefore();

    assertThat(participants().hold(payment("t2", 1))).allMatch(HoldOutcome::isHeld);
    assertThat(participants().release(payment("t2", 9))).containsOnly(MATCHED);
    assertAsBefore();
    assertThat(participants().release(payment("t2", 9))).containsOnly(NOT_MATCHED);
  }

  @Test
  void whatIsStampedIsSettledAtItsNewEpochOnly() {
    assertThat(participants().hold(payment("t1", 1))).allMatch(HoldOutcome::isHeld);
    assertThat(participants().stamp(payment("t1", 2))).containsOnly(MATCHED);
    assertThat(participants().stamp(payment("t1", 2))).containsOnly(NOT_MATCHED);
    assertThat(participants().settle(payment("t1", 1))).containsOnly(NOT_MATCHED);
    assertThat(participants().settle(payment("t1", 2))).containsOnly(MATCHED);
    assertThat(participants().settle(payment("t1", 2))).containsOnly(NOT_MATCHED);
    assertThat(fieldsOf(LINE)).contains(LINED);
    assertThat(read("B").balance()).isEqualTo(usd("30").minor());
  }

  /** Of some only a part is held; a store may not know which of them it has settled. */
  @Test
  void whatIsHeldOfManyIsSettledAndNothingElse() {
    List<ParticipantLeg> payment = payment("t1", 1);
    assertThat(participants().hold(payment.subList(1, 3))).allMatch(HoldOutcome::isHeld);

    List<MatchOutcome> settled = participants().settle(payment);

    assertThat(settled.subList(1, 3)).containsOnly(MATCHED);
    assertThat(read("A").balance()).isEqualTo(usd("70").minor());
    assertThat(read("B").balance()).isZero();
    assertThat(fieldsOf(ORDER)).contains(fields("status", "Paid"));
    assertThat(read(LINE)).isEmpty();
  }

  private static DocumentRef numbered(int at) {
    return CollectionName.of("c" + at % 4).document(value("d" + at));
  }

  /** By turns: an insert that is new, one that is not, a change, a debit, a credit. */
  private static Operation turn(int at) {
    return switch (at % 5) {
      case 0, 1 -> insert(numbered(at), LINED);
      case 2 -> change(numbered(at), set("n", at));
      case 3 -> debit("A", cents(1));
      default -> credit("B", cents(1));
    };
  }

  @Test
  void ofManyThatAreThereThoseThatAreNewAreHeld() {
    stored(
        IntStream.range(0, MANY)
            .filter(at -> at % 5 == 1 || at % 5 == 2)
            .mapToObj(at -> insert(numbered(at), UNPAID))
            .toArray(DocumentOperation[]::new));
    List<ParticipantLeg> legs =
        IntStream.range(0, MANY).mapToObj(at -> of("t" + at, 1, turn(at))).toList();

    List<String> kinds = kinds(participants().hold(legs));

    for (int at = 0; at < MANY; at++) {
      assertThat(kinds.get(at)).as("%s", legs.get(at)).isEqualTo(expected(at));
    }
    List<ParticipantLeg> held = new ArrayList<>(legs);
    held.removeIf(leg -> expected(legs.indexOf(leg)).equals("DocumentExists"));
    assertThat(participants().settle(held)).containsOnly(MATCHED);
    assertThat(read("A").balance()).isEqualTo(usd("100").minor() - MANY / 5);
    for (int at = 0; at < MANY; at++) {
      int kind = at % 5;
      if (kind < 3) {
        Fields after = kind == 0 ? LINED : kind == 1 ? UNPAID : fields("status", "UnPaid", "n", at);
        assertThat(fieldsOf(numbered(at))).as("%s", numbered(at)).contains(after);
      }
    }
  }

  private static String expected(int at) {
    return at % 5 == 1 ? "DocumentExists" : "held";
  }

  /** Two documents and two accounts, by threads that name them in opposite orders. */
  @Test
  void threadsThatMeetInOppositeOrdersTakeTurns() {
    stored(insert(LINE, fields("n", 0)));
    List<Integer> done = Race.of(THREADS, this::moves);
    int moved = done.stream().mapToInt(Integer::intValue).sum();

    assertThat(moved).isPositive();
    assertThat(read("B").balance()).isEqualTo(moved);
    assertThat(read("A").balance()).isEqualTo(usd("100").minor() - moved);
    assertThat(fieldsOf(LINE).get().get("n")).contains(value((long) moved));
    assertThat(fieldsOf(STOCK).get().get("n")).contains(value(50L + moved));
  }

  private int moves(int thread) {
    int moved = 0;
    for (int round = 0; round < ROUNDS; round++) {
      List<ParticipantLeg> legs =
          new ArrayList<>(
              all(
                  "t" + thread + "-" + round,
                  1,
                  debit("A", cents(1)),
                  change(LINE, inc("n", 1L)),
                  credit("B", cents(1)),
                  change(STOCK, inc("n", 1L))));
      if (thread % 2 == 0) {
        Collections.reverse(legs);
      }
      if (participants().hold(legs).stream().allMatch(HoldOutcome::isHeld)) {
        assertThat(participants().settle(legs)).containsOnly(MATCHED);
        moved++;
      } else {
        participants().release(legs);
      }
    }
    return moved;
  }
}
