package io.twophase.app.simulation;

import static io.twophase.app.simulation.audit.Violation.demand;

import io.twophase.TwoPhase;
import io.twophase.app.recovery.RecoveryRequest;
import io.twophase.app.simulation.audit.Answers;
import io.twophase.app.simulation.world.FaultRates;
import io.twophase.app.simulation.world.Wire;
import io.twophase.app.simulation.world.World;
import io.twophase.app.testing.Books;
import io.twophase.app.testing.Hosts;
import io.twophase.app.transfer.Order;
import io.twophase.app.transfer.Request;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.domain.document.DocumentRef;
import io.twophase.ports.StoreException;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/**
 * Several processes import one file in its order over a bad network, in batches of any size, and
 * recover what others have left. The import leaves what its rows would leave one by one.
 */
final class Imports {

  private static final int PROCESSES = 4;
  private static final int MOST_TRIES = 3;
  private static final int MOST_ROWS = 24;

  private final Simulation storm;
  private final Simulation oneByOne;
  private final World world;
  private final Random random;
  private final Answers answers;
  private final List<Request> rows;

  /**
   * An import.
   *
   * @param oneByOne of the same seed, so that it has the same accounts, and draws the same rows
   */
  Imports(Simulation storm, Simulation oneByOne) {
    this.storm = storm;
    this.oneByOne = oneByOne;
    this.world = storm.world;
    this.random = world.random();
    this.answers = world.auditor().answers();
    this.rows = rows(storm);
  }

  private static List<Request> rows(Simulation simulation) {
    simulation.requests.openAccounts();
    simulation.requests.ofFew();
    Random random = simulation.world.random();
    return Stream.<Request>generate(
            () -> random.nextBoolean() ? simulation.requests.next() : simulation.manyLegs.plain())
        .limit(1 + random.nextInt(MOST_ROWS))
        .toList();
  }

  void run() {
    List<Request> same = rows(oneByOne);
    FaultRates rates = world.setup().rates().apply(random);
    for (int number = 1; number <= PROCESSES; number++) {
      String name = "p" + number;
      world.scheduler().add(name, () -> live(name, rates));
    }
    world.scheduler().run();
    List<TransactionOutcome> outcomes = storm.calm.transfers().transferAll(rows, Order.AS_GIVEN);
    outcomes.forEach(answers::received);
    storm.comeToRest();
    world.auditor().demandExactBooks(storm.calm);
    for (int at = 0; at < rows.size(); at++) {
      String outcome = words(outcomes.get(at));
      String expected = words(oneByOne.calm.transfers().submit(same.get(at)).join());
      demand(outcome.equals(expected), rows.get(at), outcome, "and one by one", expected);
    }
    demand(
        Hosts.balances(world.store()).equals(Hosts.balances(oneByOne.world.store())),
        "the accounts",
        "have other balances than one by one");
    for (DocumentRef thing : ManyLegs.things()) {
      demand(
          storm.calm.documents().read(thing).equals(oneByOne.calm.documents().read(thing)),
          thing,
          "is otherwise than one by one");
    }
  }

  private void live(String name, FaultRates rates) {
    Wire wire = new Wire(name, world, rates);
    for (int tries = random.nextInt(MOST_TRIES); tries >= 0; tries--) {
      TwoPhase host = world.twoPhase(name, wire, 1 + random.nextInt(MOST_ROWS));
      try {
        if (random.nextBoolean()) {
          host.recovery()
              .pass(
                  RecoveryRequest.olderThan(Duration.ofMillis(random.nextInt(400))),
                  answers::received);
        }
        host.transfers().transferAll(rows.iterator(), Order.AS_GIVEN, answers::received);
      } catch (StoreException | Wire.Crash fault) {
        world.scheduler().sleep(random.nextInt(1_000));
      }
    }
  }

  private static String words(TransactionOutcome outcome) {
    return outcome instanceof TransactionOutcome.Applied applied
        ? "applied" + applied.moved()
        : Books.word(outcome);
  }
}
