package io.twophase.test.contract.account;

import static io.twophase.domain.outcome.MatchOutcome.MATCHED;
import static io.twophase.domain.testing.DomainAssertions.assertThat;
import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.credit;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.account.Account;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.outcome.AccountHoldOutcome;
import io.twophase.domain.outcome.AccountLookup;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.ports.AccountRepository;
import io.twophase.test.contract.Race;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** The accounts, used by many at once. */
public abstract class AccountConcurrencyContract extends AccountContract {

  private static final int THREADS = 8;
  private static final AccountHoldOutcome HELD = AccountHoldOutcome.held();

  /**
   * @param fresh gives an empty repository; asked once before each test
   */
  protected AccountConcurrencyContract(Supplier<AccountRepository> fresh) {
    super(fresh);
  }

  @Test
  void manyWhoHoldUntilRefusedHoldExactlyWhatIsAvailable() {
    open(account("A").opening(usd("100")));

    List<Integer> held =
        Race.of(THREADS, runner -> holdUntilRefused(runner, 1, debit("A", usd("1"))));

    assertThat(held.stream().mapToInt(Integer::intValue).sum()).isEqualTo(100);
    assertThat(read("A")).hasAvailable(usd("0")).hasBalance(usd("100")).isSound();
    assertThat(read("A").holds()).hasSize(100);
  }

  @Test
  void manyWhoHoldUntilRefusedInBatchesHoldExactlyWhatIsReceivable() {
    open(account("A").ceiling(usd("100")).opening(usd("0")));

    List<Integer> held =
        Race.of(THREADS, runner -> holdUntilRefused(runner, 7, credit("A", usd("1"))));

    assertThat(held.stream().mapToInt(Integer::intValue).sum()).isEqualTo(100);
    assertThat(read("A")).canReceive(usd("0")).hasBalance(usd("0")).isSound();
  }

  private int holdUntilRefused(int runner, int batch, AccountOperation operation) {
    int held = 0;
    while (true) {
      int from = held;
      List<Leg> legs =
          IntStream.range(0, batch)
              .mapToObj(n -> leg("r" + runner + "-" + (from + n), 1, operation))
              .toList();
      List<AccountHoldOutcome> outcomes = accounts().hold(legs);
      held += Collections.frequency(outcomes, HELD);
      if (held < from + batch) {
        assertThat(outcomes)
            .allMatch(o -> o.equals(HELD) || o instanceof AccountHoldOutcome.Refused);
        return held;
      }
    }
  }

  @RepeatedTest(5)
  void ofManyWhoHoldForOneTransactionOneDoes() {
    open(account("A").opening(usd("100")));

    List<AccountHoldOutcome> outcomes =
        Race.of(THREADS, runner -> hold(leg("t1", 1, debit("A", usd("1")))));

    assertThat(outcomes)
        .containsOnlyOnce(HELD)
        .containsOnly(HELD, new AccountHoldOutcome.AlreadyHeld(epoch(1), debit("A", usd("1"))));
    assertThat(read("A")).hasAvailable(usd("99")).isSound();
  }

  @RepeatedTest(5)
  void ofManyWhoSettleOrReleaseOrWithdrawAHoldOneDoes() {
    open(account("A").opening(usd("100")));
    Leg leg = leg("t1", 1, debit("A", usd("30")));
    held(leg);

    List<MatchOutcome> outcomes =
        Race.of(
            THREADS,
            runner ->
                switch (runner % 3) {
                  case 0 -> settle(leg);
                  case 1 -> release(leg);
                  default -> withdraw(leg);
                });

    assertThat(outcomes).containsOnlyOnce(MATCHED);
    boolean settled = outcomes.indexOf(MATCHED) % 3 == 0;
    assertThat(read("A")).hasBalance(usd(settled ? "70" : "100")).holdsNothing().isSound();
  }

  @RepeatedTest(5)
  void ofAStampAndASettleOfTheOldEpochOneComesFirst() {
    open(account("A").opening(usd("100")));
    held(leg("t1", 1, debit("A", usd("30"))));

    List<MatchOutcome> outcomes =
        Race.of(
            2,
            runner ->
                runner == 0
                    ? stamp(leg("t1", 2, debit("A", usd("30"))))
                    : settle(leg("t1", 1, debit("A", usd("30")))));

    assertThat(outcomes).containsOnlyOnce(MATCHED);
    assertThat(read("A")).isSound();
  }

  @Test
  void crossingTransfersAllGoThroughAndMoneyIsKept() {
    open(account("A").opening(usd("1000")), account("B").opening(usd("1000")));

    Race.of(THREADS, this::transferToAndFro);

    assertThat(read("A")).hasBalance(usd("1000")).hasAvailable(usd("1000")).holdsNothing();
    assertThat(read("B")).hasBalance(usd("1000")).hasAvailable(usd("1000")).holdsNothing();
  }

  private boolean transferToAndFro(int runner) {
    for (int n = 0; n < 10; n++) {
      String there = (runner + n) % 2 == 0 ? "A" : "B";
      String back = there.equals("A") ? "B" : "A";
      String transaction = "r" + runner + "-" + n;
      List<Leg> legs =
          List.of(
              leg(transaction, 1, debit(there, usd("1"))),
              leg(transaction, 1, credit(back, usd("1"))));
      assertThat(accounts().hold(legs)).containsOnly(HELD);
      assertThat(accounts().settle(legs)).containsOnly(MATCHED);
    }
    return true;
  }

  @Test
  void whoeverReadsMeanwhileSeesWholeAccountsOnly() {
    open(account("A").overdraft(cents(5)).ceiling(cents(60)).opening(cents(30)));
    AtomicBoolean done = new AtomicBoolean();

    List<Integer> looks = Race.of(4, runner -> runner < 2 ? write(runner, done) : readUntil(done));

    assertThat(looks.subList(2, 4)).allMatch(count -> count > 0);
    assertThat(read("A")).hasBalance(cents(30)).holdsNothing().isSound();
  }

  private int write(int runner, AtomicBoolean done) {
    for (int n = 0; n < 40; n++) {
      Leg in = leg("in" + runner + "-" + n, 1, credit("A", cents(3)));
      Leg out = leg("out" + runner + "-" + n, 1, debit("A", cents(3)));
      Leg never = leg("never" + runner + "-" + n, 1, debit("A", cents(7)));
      held(in, out, never);
      settle(out);
      release(never);
      settle(in);
    }
    done.set(true);
    return 0;
  }

  private int readUntil(AtomicBoolean done) {
    int looks = 0;
    do {
      List<AccountLookup> lookups = new ArrayList<>(accounts().find(ids("A", "A")));
      accounts().scan(lookups::add);
      for (AccountLookup lookup : lookups) {
        Account seen = ((AccountLookup.Found) lookup).account();
        assertThat(seen).isSound();
        looks++;
      }
    } while (!done.get());
    return looks;
  }
}
