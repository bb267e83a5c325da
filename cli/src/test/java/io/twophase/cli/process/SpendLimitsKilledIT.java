package io.twophase.cli.process;

import static io.twophase.TwoPhase.account;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.twophase.TwoPhase;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.app.testing.Books;
import io.twophase.domain.Money;
import io.twophase.domain.hold.Account;
import io.twophase.domain.hold.AccountLookup;
import io.twophase.domain.testing.Seed;
import io.twophase.domain.transaction.Labels;
import io.twophase.domain.transaction.State;
import io.twophase.example.SpendLimits;
import io.twophase.ports.RecordQuery;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/**
 * Five hundred calls of agents on one budget of a team and one of a day, by processes that are
 * killed between authorization and capture. Then nobody has overspent, and once recovery has voided
 * what has expired, nothing is held. {@code -Dtwophase.process.rounds=N} makes it N times as long;
 * {@code -Dtwophase.seed=…}, which is printed, draws the same again.
 */
@Tag("deep")
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "has no SIGSTOP")
class SpendLimitsKilledIT extends ServerProcesses {

  private static final int ROUNDS = Integer.getInteger("twophase.process.rounds", 1);
  private static final int PROCESSES = 4;
  private static final int CALLS = 16 * ROUNDS;
  private static final long SHARED_LIMIT = 200_00L * ROUNDS;
  private static final long OWN_LIMIT = 100_00L * ROUNDS;
  private static final String AGENTS = "agents";

  private final long seed = Seed.next("SpendLimitsKilledIT");
  private final String repeat =
      "repeat it: ./mvnw verify -Dit.test=SpendLimitsKilledIT -Dtwophase.seed=" + seed;
  private final List<RestartedProcess> agents = new ArrayList<>();
  private final List<String> budgets = new ArrayList<>();

  @Test
  void nobodyOverspendsAndNothingStaysHeldWhoeverDies() throws Exception {
    try (MongoStore store = MongoStore.open(server.uri(), MongoStoreSettings.defaults());
        TwoPhase twophase = TwoPhase.over(store).build()) {
      open(twophase, "team:search", SHARED_LIMIT);
      open(twophase, "day:2026-11-27", SHARED_LIMIT);
      for (int at = 0; at < PROCESSES; at++) {
        open(twophase, "session:" + at, OWN_LIMIT);
        open(twophase, "agent:" + at, OWN_LIMIT);
      }
      for (int at = 0; at < PROCESSES; at++) {
        agents.add(agent(at));
      }
      agents.forEach(agent -> agent.awaitOutput(Gate.REACHED));
      Gate.open(twophase);
      strike();
      long left = authorized(twophase);
      assertThat(left).as(repeat).isPositive();
      await().atMost(Duration.ofMinutes(2)).until(() -> isNothingHeldAfterRecovery(twophase));
      Books.scrub(twophase);
      System.out.printf(
          "SpendLimitsKilledIT: %d authorizations left, %d cents spent of %d%n",
          left, balance(twophase, "spent:team:search"), SHARED_LIMIT);
      check(twophase);
    }
  }

  private void open(TwoPhase twophase, String budget, long limit) {
    SpendLimits.open(twophase, budget, new Money(limit, SpendingProcess.MOST.currency()));
    budgets.add(budget);
  }

  private RestartedProcess agent(int at) throws IOException {
    return started(
        RestartedProcess.start(
            "agent-" + at,
            folder,
            SpendingProcess.class,
            server.uri(),
            Long.toString(seed + 100L * at),
            Integer.toString(CALLS),
            "session:" + at,
            "agent:" + at,
            "team:search",
            "day:2026-11-27"));
  }

  private void strike() throws Exception {
    try (Chaos chaos =
        new Chaos(new Random(seed), server.uri(), Map.of(AGENTS, agents))
            .striking(AGENTS, 4 * ROUNDS, 0)) {
      chaos.until(agents);
      System.out.println("SpendLimitsKilledIT: " + chaos);
      assertThat(chaos.count("kills", AGENTS)).as(repeat).isPositive();
    }
  }

  private static long authorized(TwoPhase twophase) {
    return twophase
        .transactions()
        .latest(
            RecordQuery.latest(
                Optional.of(State.AUTHORIZED),
                Optional.empty(),
                Labels.NONE,
                RecordQuery.MAX_LIMIT))
        .size();
  }

  private boolean isNothingHeldAfterRecovery(TwoPhase twophase) {
    Books.recover(twophase);
    return authorized(twophase) == 0;
  }

  private void check(TwoPhase twophase) {
    for (String budget : budgets) {
      Account left = find(twophase, budget);
      long limit =
          budget.startsWith("session") || budget.startsWith("agent") ? OWN_LIMIT : SHARED_LIMIT;
      assertThat(left.lowest().minor())
          .as("%s; held of %s", repeat, budget)
          .isEqualTo(left.highest().minor());
      assertThat(left.balance().minor()).as("%s; left of %s", repeat, budget).isBetween(0L, limit);
      assertThat(balance(twophase, "spent:" + budget))
          .as(repeat)
          .isEqualTo(limit - left.balance().minor());
    }
    assertThat(balance(twophase, "spent:team:search"))
        .as(repeat)
        .isEqualTo(balance(twophase, "spent:day:2026-11-27"))
        .isPositive();
    assertThat(twophase.audit().run().isClean()).as(repeat).isTrue();
  }

  private static long balance(TwoPhase twophase, String id) {
    return find(twophase, id).balance().minor();
  }

  private static Account find(TwoPhase twophase, String id) {
    return ((AccountLookup.Found) twophase.accounts().find(account(id))).account();
  }
}
