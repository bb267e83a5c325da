package io.twophase.app.function.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.TwoPhase;
import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.function.Functions;
import io.twophase.app.function.history.Run.Outcome;
import io.twophase.app.testing.Books;
import io.twophase.app.testing.Hosts;
import io.twophase.app.testing.UnguardedFunctions;
import io.twophase.domain.operation.DocumentOperation.ChangeDocument;
import io.twophase.domain.operation.DocumentOperation.CheckDocument;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.testing.Seed;
import io.twophase.ports.Store;
import io.twophase.test.fault.Fault;
import io.twophase.test.fault.Faults;
import io.twophase.test.fault.FaultyStore;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.IntFunction;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("Histories of functions")
class HistoriesTest {

  private static final int MOST_TRIES = 50;

  private final Store store = InMemoryStore.create(Clock.systemUTC());

  @Test
  void areStrictlySerializableThoughProcessesDieAndAnswersAreLost() {
    Set<Outcome> outcomes = EnumSet.noneOf(Outcome.class);
    ListAppends.check(
        "HistoriesTest",
        lists -> {
          Lives lives = new Lives(store, lists.random());
          lists.run(lives);
          lives.end();
          try (TwoPhase last = Hosts.alone(store)) {
            Books.recover(last);
            // a hold that arrives after the end of its record stays until somebody sweeps
            Books.scrub(last);
            lists.readAll(last.functions());
          }
          outcomes.addAll(lists.outcomes());
        });
    assertThat(outcomes).containsExactly(Outcome.values());
  }

  /** Processes over one store, whose writes go wrong; another takes the place of one that died. */
  private static final class Lives implements IntFunction<Functions> {

    private static final int FAR = 12;

    /** One process. */
    private record Life(FaultyStore store, TwoPhase host) {}

    private final Store sound;
    private final Random random;
    private final List<Life> all = new ArrayList<>();
    private final Life[] alive;

    Lives(Store sound, Random random) {
      this.sound = sound;
      this.random = random;
      this.alive = new Life[] {begin(), begin()};
    }

    private Life begin() {
      FaultyStore faulty = FaultyStore.over(sound);
      Life life = new Life(faulty, Hosts.host(faulty, Duration.ofMillis(20), 500));
      all.add(life);
      return life;
    }

    @Override
    public synchronized Functions apply(int thread) {
      int at = thread % alive.length;
      if (alive[at].store().faults().hasDied()) {
        alive[at] = begin();
      }
      Faults faults = alive[at].store().faults();
      if (random.nextInt(3) == 0) {
        Fault fault = List.of(Fault.values()).get(random.nextInt(Fault.values().length));
        faults.ofTransactions().after(random.nextInt(FAR)).next(fault);
      }
      if (random.nextInt(10) == 0) {
        faults.ofTransactions().after(random.nextInt(FAR)).dies();
      }
      if (random.nextInt(5) == 0) {
        all.get(random.nextInt(all.size())).store().faults().deliverLate();
      }
      return alive[at].host().functions();
    }

    /** What is still on its way arrives. */
    synchronized void end() {
      all.forEach(life -> life.store().faults().deliverLate());
    }
  }

  /** Without the guards on what was read, updates are lost; without those of checks, skewed. */
  @ParameterizedTest
  @ValueSource(classes = {ChangeDocument.class, CheckDocument.class})
  void withoutAGuardAreFoundOut(Class<? extends Operation> unguarded) {
    try (TwoPhase host = TwoPhase.over(store).build()) {
      Functions functions = UnguardedFunctions.without(unguarded, store, host);
      Optional<String> found = Optional.empty();
      for (int at = 0; at < MOST_TRIES && found.isEmpty(); at++) {
        ListAppends lists = new ListAppends(at + "-", Seed.next("HistoriesTest.planted"));
        lists.run(thread -> functions);
        lists.readAll(functions);
        found = lists.fault();
      }
      assertThat(found).isNotEmpty();
    }
  }
}
