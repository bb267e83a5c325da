package io.twophase.adapter.mongo.account;

import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.credit;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.eur;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.operation.Direction;
import io.twophase.domain.operation.HoldLimit;
import io.twophase.domain.operation.Leg;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CoalescingTest {

  private static final Leg A1 = leg("t1", 1, debit("A", usd("1")));
  private static final Leg B1 = leg("t1", 1, credit("B", usd("1")));
  private static final Leg A2 = leg("t2", 1, credit("A", usd("2")));
  private static final Leg A3 = leg("t3", 1, debit("A", usd("3")));

  private static Leg leg(String transaction, long epoch, AccountOperation operation) {
    return new Leg(transactionId(transaction), epoch(epoch), operation);
  }

  private static List<List<Leg>> holds(Leg... legs) {
    return legs(HoldCoalescing.ofHolds(List.of(legs), HoldLimit.DEFAULT));
  }

  private static List<List<Leg>> removals(Leg... legs) {
    return legs(HoldCoalescing.ofRemovals(List.of(legs)));
  }

  private static List<List<Leg>> legs(List<LegGroup> groups) {
    return groups.stream().map(LegGroup::legs).toList();
  }

  @Test
  void legsOfOneAccountAreOneGroupOnBothSides() {
    assertThat(holds(A1, B1, A2, A3)).containsExactly(List.of(A1, A2, A3), List.of(B1));
    assertThat(removals(A1, B1, A2, A3)).containsExactly(List.of(A1, A2, A3), List.of(B1));
  }

  @Test
  void aGroupKnowsItsSumsAndItsPlaces() {
    LegGroup group = HoldCoalescing.ofHolds(List.of(B1, A1, A2, A3), HoldLimit.DEFAULT).get(1);

    assertThat(group.sum(Direction.DEBIT)).isEqualTo(400);
    assertThat(group.sum(Direction.CREDIT)).isEqualTo(200);
    assertThat(group.places()).containsExactly(1, 2, 3);
  }

  @Test
  void legsThatAreNotAlikeAreEachOnTheirOwn() {
    Leg again = leg("t1", 1, debit("A", usd("1")));
    Leg later = leg("t4", 2, debit("A", usd("1")));
    Leg foreign = leg("t4", 1, debit("A", eur("1")));

    for (Leg odd : List.of(again, later, foreign)) {
      assertThat(holds(A1, A2, odd)).containsExactly(List.of(A1), List.of(A2), List.of(odd));
      assertThat(removals(A1, A2, odd)).containsExactly(List.of(A1), List.of(A2), List.of(odd));
    }
  }

  @Test
  void sumsBeyondInt64AreNotMade() {
    Leg most = leg("t8", 1, debit("A", cents(Long.MAX_VALUE)));

    assertThat(holds(most, A1)).hasSize(2);
    assertThat(removals(most, A1)).hasSize(2);
    assertThat(holds(most, A2)).hasSize(1);
  }

  @Test
  void moreHoldsThanAnAccountMayHaveAreEachOnTheirOwn() {
    assertThat(HoldCoalescing.ofHolds(List.of(A1, A2, A3), new HoldLimit(2))).hasSize(3);
    assertThat(HoldCoalescing.ofHolds(List.of(A1, A2, A3), new HoldLimit(3))).hasSize(1);
  }

  @Test
  void anUpdateRemovesAFewHoldsOnly() {
    List<Leg> many =
        IntStream.range(0, 2 * HoldCoalescing.REMOVED_AT_ONCE + 1)
            .mapToObj(n -> leg("t" + n, 1, debit("A", cents(1))))
            .toList();

    assertThat(HoldCoalescing.ofRemovals(many))
        .extracting(LegGroup::size)
        .containsExactly(HoldCoalescing.REMOVED_AT_ONCE, HoldCoalescing.REMOVED_AT_ONCE, 1);
    assertThat(HoldCoalescing.ofHolds(many, HoldLimit.DEFAULT)).hasSize(1);
  }
}
