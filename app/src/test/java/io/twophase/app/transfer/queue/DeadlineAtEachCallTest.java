package io.twophase.app.transfer.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.TwoPhase;
import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.recovery.RecoveryRequest;
import io.twophase.app.scene.DoorSteps;
import io.twophase.app.testing.Books;
import io.twophase.app.testing.Hosts;
import io.twophase.app.testing.Step;
import io.twophase.domain.AccountId;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.testing.Scenes;
import io.twophase.domain.testing.ScenesOf;
import io.twophase.domain.transaction.State;
import io.twophase.ports.RecordQuery;
import io.twophase.ports.StoreUnavailableException;
import io.twophase.test.clock.SettableClock;
import io.twophase.test.fault.Fault;
import io.twophase.test.fault.FaultyStore;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * The deadline passes at each call of the store in turn, and that call is answered late, or lost,
 * or arrives when all is over. Nothing is sent after it. Recovery of the same process brings to its
 * end what was begun, and asking again has the certain answer.
 */
class DeadlineAtEachCallTest {

  private static final Duration TIME = Duration.ofSeconds(2);
  private static final Duration LATE = Duration.ofSeconds(3);

  /** A process over a store of its own, in which A has 100 dollars, and B has none. */
  private static final class World implements AutoCloseable {

    private final SettableClock clock = new SettableClock(Instant.parse("2026-01-01T00:00:00Z"));
    private final FaultyStore faulty = FaultyStore.over(InMemoryStore.create(clock));
    private final CountedStore counted = new CountedStore(faulty);
    private final TwoPhase twophase =
        TwoPhase.over(counted.store()).ticker(clock).pause(clock).executor(Runnable::run).build();
    private final DoorSteps doors = new DoorSteps(() -> faulty, () -> twophase);

    /** A world in which all but the last of the steps were made without a deadline. */
    World(List<String> steps) {
      Books.open(faulty, 100_00, 0);
      steps.subList(0, steps.size() - 1).forEach(this::made);
    }

    String made(String step) {
      return step.startsWith("function ") ? paidByFunction() : doors.made(Step.of(step));
    }

    private String paidByFunction() {
      DocumentRef order = TwoPhase.document("orders", 7);
      return twophase
          .transact(
              "t",
              tx -> {
                boolean isPaid = tx.get(order).isPresent();
                if (!isPaid) {
                  tx.debit(TwoPhase.account("A"), TwoPhase.money("30.00", "USD"));
                  tx.credit(TwoPhase.account("B"), TwoPhase.money("30.00", "USD"));
                  tx.insert(order, Map.of("paid", true));
                }
                return isPaid;
              })
          .toString();
    }

    /** Makes the step, and the deadline passes on the way; answers what came of it. */
    String callLateAt(int call, String step, String fault) {
      counted.at(
          call,
          () -> {
            clock.advance(LATE);
            if (!fault.equals("none")) {
              faulty.faults().next(Fault.valueOf(fault));
            }
          });
      try {
        return twophase.within(TIME, () -> made(step));
      } catch (StoreUnavailableException late) {
        return late.toString();
      } finally {
        faulty.faults().deliverLate();
        faulty.faults().clear();
      }
    }

    @Override
    public void close() {
      twophase.close();
    }
  }

  /** It was only stored, and not begun. */
  private static boolean waitsForSomebody(Lookup lookup) {
    return lookup.record().filter(record -> record.state() == State.INITIAL).isPresent();
  }

  @ScenesOf("/scenes/late.txt")
  void whatIsLateIsBroughtToItsEnd(Scenes.Scene scene) {
    scene.play(
        line -> {
          String[] words = line.split(" ", 2);
          return isBroughtToItsEnd(words[0], List.of(words[1].split(", then ", -1)));
        });
  }

  /** Says how many calls of the store there are at which the last step may be late. */
  private static String isBroughtToItsEnd(String fault, List<String> steps) {
    String step = steps.get(steps.size() - 1);
    Map<AccountId, BigInteger> expected;
    try (World control = new World(steps)) {
      control.made(step);
      expected = Hosts.balances(control.faulty);
    }
    int call = 0;
    boolean passed = true;
    while (passed) {
      try (World world = new World(steps)) {
        String first = world.callLateAt(call, step, fault);
        passed = world.counted.calls().size() > call;
        if (passed) {
          assertThat(world.counted.calls())
              .as("calls after the deadline, which passed at %s", world.counted.calls().get(call))
              .hasSize(call + 1);
        }

        Books.recover(world.twophase, RecoveryRequest.olderThan(Duration.ofMinutes(30)));

        assertThat(world.twophase.audit().run().findings())
            .as("late at call %d, answered %s", call, first)
            .isEmpty();
        assertThat(world.faulty.records().list(RecordQuery.unfinished(Duration.ZERO, 10)))
            .as("late at call %d, answered %s", call, first)
            .allMatch(DeadlineAtEachCallTest::waitsForSomebody);
        assertThat(world.made(step))
            .as("late at call %d, answered %s", call, first)
            .doesNotContainIgnoringCase("unknown", "notasked", "not asked");
        assertThat(Hosts.balances(world.faulty)).isEqualTo(expected);
      }
      call++;
    }
    return call > 1 ? "some" : "none";
  }
}
