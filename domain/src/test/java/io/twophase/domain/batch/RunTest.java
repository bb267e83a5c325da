package io.twophase.domain.batch;

import static io.twophase.domain.batch.Bank.account;
import static io.twophase.domain.batch.Bank.id;
import static io.twophase.domain.batch.Bank.members;
import static io.twophase.domain.testing.Fixtures.USD;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.domain.account.HoldRefusal;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.range.Net;
import io.twophase.domain.range.Range;
import io.twophase.domain.testing.Seed;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class RunTest {

  private static Batch.Seen all(Batch batch) {
    return new Batch.Seen(
        batch.members().stream().map(Member::id).collect(Collectors.toSet()), Set.of());
  }

  private static Verdict run(Bank bank, String members) {
    Batch batch = Batch.of(members(members), false);
    return bank.run(batch, all(batch));
  }

  private static Verdict inOrder(Bank bank, String members) {
    Batch batch = Batch.of(members(members), true);
    return bank.run(batch, all(batch));
  }

  private static List<TransactionId> ids(int... places) {
    return Arrays.stream(places).mapToObj(Bank::id).toList();
  }

  @Test
  void whatFitsIsApplied() {
    assertThat(run(new Bank(2, 0, 0), "AB1 AC1")).isEqualTo(Verdict.allApplied());
  }

  @Test
  void anEarlierMembersCreditPaysForALaterDebit() {
    assertThat(inOrder(new Bank(1, 0), "AB1 BA1")).isEqualTo(Verdict.allApplied());
    assertThat(run(new Bank(0, 1, 0), "BA1 AC1")).isEqualTo(Verdict.allApplied());
  }

  @Test
  void aCircleOfPaymentsGoesThrough() {
    assertThat(inOrder(new Bank(1, 0, 0), "AB1 BC1 CA1")).isEqualTo(Verdict.allApplied());
  }

  @Test
  void inFileOrderALaterCreditPaysForNothingBeforeIt() {
    Verdict verdict = inOrder(new Bank(0, 0), "AB1 BA1");
    assertThat(verdict.refused().keySet()).containsExactlyElementsOf(ids(0, 1));
    assertThat(verdict.left()).isEmpty();
  }

  @Test
  void aRefusalNamesWhatWasThere() {
    Verdict verdict = run(new Bank(2, 0, 0), "AB1 AC2");
    assertThat(verdict.refused().get(id(1)).get())
        .isInstanceOfSatisfying(
            HoldRefusal.InsufficientFunds.class,
            refusal -> {
              assertThat(refusal.available().minor()).isEqualTo(1);
              assertThat(refusal.asked().minor()).isEqualTo(2);
            });
  }

  @Test
  void aRefusalForRoomToo() {
    Verdict verdict = run(new Bank(2, 0, 0).ceiling("C", 0), "AB1 AC1");
    assertThat(verdict.refused().get(id(1)).get()).isInstanceOf(HoldRefusal.CeilingReached.class);
    assertThat(verdict.applies(id(0))).isTrue();
  }

  @Test
  void anAccountThatIsMissingRefusesItsMembers() {
    Verdict verdict = run(new Bank(1, -1, 0), "AB1 AC1");
    assertThat(verdict.refused().get(id(0)).get()).isInstanceOf(HoldRefusal.NoSuchAccount.class);
    assertThat(verdict.applies(id(1))).isTrue();
  }

  @Test
  void whatIsHeldByAnotherLeavesItsMembersOut() {
    Verdict verdict = run(new Bank(2, 0, 0).busy("B"), "AB1 AC1");
    assertThat(verdict.left()).containsExactly(id(0));
    assertThat(verdict.refused()).isEmpty();
    assertThat(verdict.applies(id(1))).isTrue();
  }

  @Test
  void nobodyIsRefusedForMoneyThatALeftOutMemberWouldBring() {
    // B is busy, so m1 is left out; it would have paid for m2
    Verdict verdict = run(new Bank(0, 1, 0).busy("B"), "BA1 AC1");
    assertThat(verdict.left()).containsExactly(id(0), id(1));
    assertThat(verdict.refused()).isEmpty();
  }

  @Test
  void aMemberWhoseDocumentWasNotSeenIsLeftOut() {
    Batch batch = Batch.of(members("AB1 AB1"), false);
    Batch.Seen seen = new Batch.Seen(Set.of(id(1)), Set.of());
    Verdict verdict = new Bank(1, 0).run(batch, seen);
    assertThat(verdict.left()).containsExactly(id(0));
    assertThat(verdict.applies(id(1))).isTrue();
  }

  @Test
  void behindOneThatWasNotSeenNobodyIsRefusedForFunds() {
    Batch batch = Batch.of(members("BA1 AC1"), false);
    Verdict verdict = new Bank(0, 1, 0).run(batch, new Batch.Seen(Set.of(id(1)), Set.of()));
    assertThat(verdict.left()).containsExactly(id(0), id(1));
  }

  @Test
  void inFileOrderAllAreLeftOutBehindOneThatWasNotSeen() {
    Batch batch = Batch.of(members("AB1 CD1 AB1"), true);
    Verdict verdict =
        new Bank(2, 0, 1, 0).run(batch, new Batch.Seen(Set.of(id(1), id(2)), Set.of()));
    assertThat(verdict.left()).containsExactly(id(0), id(1), id(2));
  }

  @Test
  void inFileOrderWhatSharesAnAccountWithALeftOutMemberIsLeftOutToo() {
    Verdict verdict = inOrder(new Bank(3, 0, 0, 1).busy("B"), "AB1 AC1 CD1 DC1");
    // m2 shares A with m1, m3 shares C with m2, m4 shares C with m3
    assertThat(verdict.left()).containsExactlyElementsOf(ids(0, 1, 2, 3));
  }

  @Test
  void anExcludedMemberIsNeither() {
    Batch batch = Batch.of(members("AB1 AC1"), false);
    Batch.Seen seen = new Batch.Seen(Set.of(id(0), id(1)), Set.of(id(0)));
    Verdict verdict = new Bank(1, 0, 0).run(batch, seen);
    assertThat(verdict).isEqualTo(Verdict.allApplied());
    assertThat(batch.applied(seen.excluded(), verdict))
        .extracting(Member::id)
        .containsExactly(id(1));
  }

  @Test
  void anAccountThatHasNotAnsweredLeavesItsMembersOut() {
    Batch batch = Batch.of(members("AB1 AC1"), false);
    Map<AccountId, AccountAnswer> answers = new Bank(2, 0, 0).answers(batch, all(batch));
    answers.remove(account(1));
    assertThat(Run.of(batch, all(batch), answers, () -> USD).left()).containsExactly(id(0));
  }

  @Test
  void aReducedHoldLeavesOthersTheRoomThatItCannotUse() {
    // AB2 cannot fit, so only AC1 is held for
    Range range = Batch.within(account(0), members("AB5 AC1"), 3, 6);
    assertThat(range.debit()).isEqualTo(1);
    assertThat(range.had()).contains(3L);
    assertThat(range.could()).isEmpty();
  }

  @Test
  void sumsStopAtTheEndOfInt64() {
    List<Member> huge = members("AB" + Long.MAX_VALUE + " AB" + Long.MAX_VALUE);
    assertThat(Batch.sums(account(0), huge).debit()).isEqualTo(Long.MAX_VALUE);
    assertThat(Batch.sums(account(0), huge).had()).contains(Long.MAX_VALUE);
    assertThat(Batch.sums(account(1), huge).could()).contains(Long.MAX_VALUE);
    assertThat(Net.minus(0, Long.MIN_VALUE)).isEqualTo(Long.MAX_VALUE);
    assertThat(Net.minus(Long.MIN_VALUE, 1)).isEqualTo(Long.MIN_VALUE);
    // and what is applied comes to what it comes to, or to nothing that a run decides
    assertThat(Batch.net(account(0), members("AB" + Long.MAX_VALUE + " BA" + Long.MAX_VALUE)))
        .isZero();
    assertThatThrownBy(() -> Batch.net(account(1), huge)).isInstanceOf(ArithmeticException.class);
  }

  @Test
  void atTheEndsOfInt64TheOutcomeIsThatOfRunningTheRowsOneByOne() {
    Random random = Seed.random("RunTest");
    for (int round = 0; round < 5_000; round++) {
      long[] balances = {near(random, 0, 5), near(random, 0, 9), near(random, 0, 5)};
      List<String> rows = new ArrayList<>();
      for (int row = 0; row <= random.nextInt(6); row++) {
        int from = random.nextInt(balances.length);
        int to = (from + 1 + random.nextInt(balances.length - 1)) % balances.length;
        rows.add("" + (char) ('A' + from) + (char) ('A' + to) + near(random, 1, 9));
      }
      List<Member> all = members(String.join(" ", rows));
      assertThat(batchAfterBatch(unbounded(balances), all))
          .as("%s over %s", rows, balances)
          .isEqualTo(unbounded(balances).oneByOne(all));
    }
  }

  private static Bank unbounded(long... balances) {
    return new Bank(balances)
        .ceiling("A", Long.MAX_VALUE)
        .ceiling("B", Long.MAX_VALUE)
        .ceiling("C", Long.MAX_VALUE);
  }

  /** A few ninths of what int64 has, or a little more. */
  private static long near(Random random, int least, int most) {
    long ninths = (long) least + random.nextInt(most - least + 1);
    return Math.max(1, ninths * (Long.MAX_VALUE / 9) + random.nextInt(8));
  }

  @Test
  void whatIsNoTransferIsNoMember() {
    assertThatThrownBy(() -> members("AA1")).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> members("AB0")).isInstanceOf(IllegalArgumentException.class);
    Member one = members("AB1").get(0);
    assertThatThrownBy(() -> Batch.of(List.of(one, one), false))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Range.whole(-1, 0)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aReducedHoldMayLeaveOutWhatWouldFit() {
    // C holds room for m2 and m3, as if A could pay both; it pays m3 only, and m4 fits no more
    Bank bank = new Bank(1, 4, 3);
    Verdict verdict = inOrder(bank, "AB4 AC3 AC1 BC4");
    assertThat(verdict.refused().keySet()).containsExactlyElementsOf(ids(0, 1));
    assertThat(verdict.left()).containsExactly(id(3));
  }

  @Test
  void inFileOrderTheOutcomeIsThatOfRunningTheRowsOneByOne() {
    Random random = Seed.random("RunTest");
    for (int round = 0; round < 5_000; round++) {
      long[] balances = {random.nextInt(6), random.nextInt(6), random.nextInt(6) - 1};
      String rows = randomRows(random, balances.length);
      List<Member> all = members(rows);
      assertThat(batchAfterBatch(new Bank(balances), all))
          .as("%s over %s", rows, balances)
          .isEqualTo(new Bank(balances).oneByOne(all));
    }
  }

  /** What was left out goes in the next batch, until nothing is. */
  private static List<TransactionId> batchAfterBatch(Bank bank, List<Member> rows) {
    Set<TransactionId> happened = new LinkedHashSet<>();
    List<Member> open = rows;
    while (!open.isEmpty()) {
      Batch batch = Batch.of(open, true);
      Verdict verdict = bank.run(batch, all(batch));
      List<Member> applied = batch.applied(Set.of(), verdict);
      bank.settle(applied);
      applied.forEach(member -> happened.add(member.id()));
      assertThat(verdict.left().size()).isLessThan(open.size());
      open = open.stream().filter(member -> verdict.left().contains(member.id())).toList();
    }
    return rows.stream().map(Member::id).filter(happened::contains).toList();
  }

  @Test
  void whatIsAppliedStaysWithinTheRangesAtEveryMember() {
    Random random = Seed.random("RunTest");
    for (int round = 0; round < 5_000; round++) {
      long[] balances = {random.nextInt(6), random.nextInt(6), random.nextInt(6)};
      Batch batch = Batch.of(members(randomRows(random, balances.length)), random.nextBoolean());
      Batch.Seen seen =
          new Batch.Seen(
              batch.members().stream()
                  .map(Member::id)
                  .filter(id -> random.nextInt(10) > 0)
                  .collect(Collectors.toSet()),
              Set.of());
      Bank bank = new Bank(balances);
      Map<AccountId, AccountAnswer> answers = bank.answers(batch, seen);
      Verdict verdict = bank.run(batch, seen);
      List<Member> soFar = new ArrayList<>();
      for (Member member : batch.applied(Set.of(), verdict)) {
        soFar.add(member);
        for (AccountId account : List.of(member.source(), member.destination())) {
          Range range = ((AccountAnswer.Held) answers.get(account)).range();
          assertThat(range.allows(Batch.net(account, soFar))).isTrue();
        }
      }
    }
  }

  private static String randomRows(Random random, int accounts) {
    List<String> rows = new ArrayList<>();
    for (int row = 0; row <= random.nextInt(6); row++) {
      int from = random.nextInt(accounts);
      int to = (from + 1 + random.nextInt(accounts - 1)) % accounts;
      rows.add("" + (char) ('A' + from) + (char) ('A' + to) + (1 + random.nextInt(4)));
    }
    return String.join(" ", rows);
  }
}
