package io.twophase.example;

import static io.twophase.TwoPhase.money;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.TwoPhase;
import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.authorization.CaptureOutcome;
import io.twophase.app.testing.Books;
import io.twophase.app.testing.PlantedFault;
import io.twophase.domain.Money;
import io.twophase.domain.account.Opening;
import io.twophase.domain.hold.Account;
import io.twophase.domain.hold.AccountLookup;
import io.twophase.domain.testing.Seed;
import io.twophase.ports.Store;
import io.twophase.test.clock.SettableClock;
import io.twophase.test.contract.Race;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Agents never spend more than their limits, and no limit loses what nobody spends. */
class SpendLimitsTest {

  private static final int CALLS = 500;
  private static final Duration LONGEST = Duration.ofMinutes(5);
  private static final Money MOST = money("1.00", "USD");
  private static final Money NOTHING = money("0.00", "USD");
  private static final Optional<Money> LIMIT = Optional.of(money("100.00", "USD"));
  private static final List<String> BUDGETS =
      List.of("session:7", "agent:scout", "team:search", "day:2026-11-27");

  private final long seed = Seed.next("SpendLimitsTest");
  private final SettableClock clock = new SettableClock(Instant.parse("2026-11-27T00:00:00Z"));
  private final Store sound = InMemoryStore.create(clock);

  /** An agent that dies in the middle of a call. */
  private static final class Died extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  private static TwoPhase host(Store store, String... limits) {
    TwoPhase host = TwoPhase.over(store).build();
    for (int at = 0; at < BUDGETS.size(); at++) {
      SpendLimits.open(host, BUDGETS.get(at), money(limits[at], "USD"));
    }
    return host;
  }

  private static Account account(TwoPhase host, String id) {
    return ((AccountLookup.Found) host.accounts().find(TwoPhase.account(id))).account();
  }

  private static List<Long> each(TwoPhase host, Function<Account, Long> figure) {
    return BUDGETS.stream().map(budget -> figure.apply(account(host, budget))).toList();
  }

  /** Whether the call was charged. */
  private static boolean spend(TwoPhase host, String id, boolean dies, Money cost) {
    return SpendLimits.spend(
            host,
            SpendLimits.holding(id, BUDGETS, MOST),
            LONGEST,
            () -> {
              if (dies) {
                throw new Died();
              }
              return cost;
            })
        .filter(CaptureOutcome.Captured.class::isInstance)
        .isPresent();
  }

  @Test
  void aCallIsChargedToAllBudgetsAndOneThatIsSpentRefusesIt() {
    try (TwoPhase host = host(sound, "1.50", "9.00", "9.00", "9.00")) {
      assertThat(spend(host, "a", false, money("0.60", "USD"))).isTrue();
      assertThat(spend(host, "b", false, money("0.01", "USD"))).isFalse();

      assertThat(each(host, account -> account.balance().minor()))
          .containsExactly(90L, 840L, 840L, 840L);
      assertThat(each(host, account -> account.available().minor()))
          .containsExactly(90L, 840L, 840L, 840L);
    }
  }

  @Test
  void manyAtOnceNeverOverspendAndLeakNothingThoughAgentsDie() {
    AtomicLong charged = new AtomicLong();
    AtomicLong left = new AtomicLong();
    try (TwoPhase host = host(sound, "900.00", "900.00", "900.00", "100.00")) {
      Race.of(
          CALLS,
          at -> {
            Random random = new Random(seed + at);
            boolean dies = random.nextInt(10) == 0;
            Money cost = new Money(1 + random.nextInt(100), MOST.currency());
            try {
              if (spend(host, "call-" + at, dies, cost)) {
                charged.addAndGet(cost.minor());
              }
            } catch (Died died) {
              left.addAndGet(MOST.minor());
            }
            return at;
          });
      assertThat(charged.get()).isPositive();
      assertThat(each(host, account -> account.highest().minor() - account.lowest().minor()))
          .containsOnly(left.get());

      clock.advance(LONGEST.plusSeconds(1));
      Books.recover(host);
      assertThat(each(host, account -> account.highest().minor() - account.lowest().minor()))
          .containsOnly(0L);
      long spent = charged.get();
      assertThat(each(host, account -> account.balance().minor()))
          .containsExactly(900_00 - spent, 900_00 - spent, 900_00 - spent, 100_00 - spent)
          .allMatch(balance -> balance >= 0);
      assertThat(host.audit().run().isClean()).isTrue();
    }
  }

  /** A store that holds debits though not enough is available lets agents overspend. */
  @Test
  void aStoreThatHoldsTooMuchIsFound() {
    try (TwoPhase host = TwoPhase.over(PlantedFault.LAVISH_HOLD.in(sound)).build()) {
      for (String budget : BUDGETS) {
        host.accounts().open(List.of(opening(budget, MOST), opening("spent:" + budget, NOTHING)));
      }
      assertThat(spend(host, "a", false, MOST)).isTrue();
      assertThat(spend(host, "b", false, MOST)).isTrue();
    }
  }

  /** With a ceiling, as the store with the fault needs it. */
  private static Opening opening(String id, Money balance) {
    return Opening.of(TwoPhase.account(id), balance, NOTHING, LIMIT).get();
  }
}
