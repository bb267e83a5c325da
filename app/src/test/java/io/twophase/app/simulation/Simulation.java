package io.twophase.app.simulation;

import io.twophase.TwoPhase;
import io.twophase.app.audit.AuditReport;
import io.twophase.app.recovery.RecoveryRequest;
import io.twophase.app.simulation.audit.Answers;
import io.twophase.app.simulation.audit.Tally;
import io.twophase.app.simulation.audit.Violation;
import io.twophase.app.simulation.world.FaultRates;
import io.twophase.app.simulation.world.Setup;
import io.twophase.app.simulation.world.Wire;
import io.twophase.app.simulation.world.World;
import io.twophase.domain.TransactionId;
import io.twophase.ports.RecordQuery;
import io.twophase.ports.Records;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** One run of one seed: faults, then a calm network, then the judgement. */
final class Simulation {

  /**
   * What a simulation came to.
   *
   * @param digest of all that happened
   * @param events how many
   * @param tally how often what happened
   */
  record Report(String digest, long events, Tally tally) {}

  private static final int MOST_ROUNDS = 200;
  private static final int DAYS = 3;
  private static final Duration NIGHT = Duration.ofHours(10);

  final World world;
  private final Random random;
  final Requests requests;
  final ManyLegs manyLegs;
  private final Set<TransactionId> unsureReversals = new LinkedHashSet<>();
  private final Accounting accounting;
  final TwoPhase calm;

  Simulation(long seed, Setup setup) {
    this.world = World.of(seed, setup);
    this.random = world.random();
    this.requests = new Requests(world);
    this.manyLegs = new ManyLegs(world, requests);
    this.accounting = new Accounting(world);
    this.calm = world.twoPhase("calm", new Wire("calm", world, FaultRates.CALM), 50);
  }

  /**
   * Runs it.
   *
   * @throws Violation if anything is not as it must be; it says how to run it again
   */
  static Report run(long seed, Setup setup) {
    Simulation simulation = new Simulation(seed, setup);
    try {
      if (setup.isImport()) {
        new Imports(simulation, new Simulation(seed, Setup.of(0))).run();
      } else {
        simulation.run();
      }
    } catch (RuntimeException | Error fault) {
      throw new Violation(simulation.story(seed, setup, fault), fault);
    }
    World world = simulation.world;
    return new Report(world.trace().digest(), world.scheduler().events(), world.tally());
  }

  /** How to run the simulation of this seed again. */
  static String command(long seed, Setup setup) {
    return "./mvnw -q -pl app -am test -Dtest=SimulationTest"
        + " -Dsurefire.failIfNoSpecifiedTests=false -Dtwophase.transfers="
        + setup.transfers()
        + " -Dtwophase.seed="
        + seed;
  }

  private String story(long seed, Setup setup, Throwable fault) {
    return String.join(
        System.lineSeparator(),
        "seed " + seed + ": " + fault.getMessage(),
        "again: " + command(seed, setup),
        "all of it: add -Dtwophase.trace=true. The last of it:",
        world.trace().last());
  }

  private void run() {
    requests.openAccounts();
    accounting.begin(calm);
    FaultRates rates = world.setup().rates().apply(random);
    world.note("world", rates::toString);
    int days = world.keeping().removes() ? DAYS : 1;
    for (int day = 1; day <= days; day++) {
      requests.askUntil(world.setup().transfers() * day / days);
      work(rates);
      if (day < days) {
        sleepOver();
      }
    }
    world.auditor().demandExactBooks(calm);
    if (world.isEvident()) {
      world.auditor().demandEvidence(calm);
    }
    AuditReport audit = calm.audit().run();
    if (!audit.isClean()) {
      throw new Violation("the audit found " + audit.findings());
    }
    world.note(
        "world", () -> "balances " + audit.balance() + ", transactions " + audit.transactions());
  }

  /** Several processes at once; then all of it comes to rest. */
  private void work(FaultRates rates) {
    for (int number = 1; number <= Setup.PROCESSES; number++) {
      String name = "p" + number;
      world
          .scheduler()
          .add(name, new SimulatedProcess(name, world, rates, requests, manyLegs, unsureReversals));
    }
    world.scheduler().run();
    comeToRest();
    askAllAgain();
    comeToRest();
  }

  /** What is finished gets old enough to be removed, and nothing is under way that long. */
  private void sleepOver() {
    world.scheduler().sleep(NIGHT.toMillis());
    unsureReversals.clear();
    if (!world.keeping().answersForEver()) {
      requests.forget();
      manyLegs.forget();
    }
  }

  /** Late messages arrive while recovery finishes what is left, and orphans are swept. */
  void comeToRest() {
    boolean messagesLeft = true;
    for (int round = 0; messagesLeft || isAnythingLeft() || sweep() > 0; round++) {
      if (round > MOST_ROUNDS) {
        throw new Violation("no rest after " + round + " rounds of recovery");
      }
      for (int messages = random.nextInt(30); messages >= 0 && messagesLeft; messages--) {
        messagesLeft = world.lateMessages().deliverNext();
      }
      // some is finished only when none of it can be under way any more, which is hours later
      world.scheduler().sleep(World.STUCK_AFTER.toMillis() * (1 + round));
      calm.recovery()
          .pass(
              new RecoveryRequest(
                  World.STUCK_AFTER,
                  Optional.empty(),
                  random.nextBoolean()
                      ? RecoveryRequest.Policy.RESUME
                      : RecoveryRequest.Policy.CANCEL),
              world.auditor().answers()::received);
    }
  }

  /** What is authorized is left too, until recovery voids it, and who was left out. */
  private boolean isAnythingLeft() {
    Records records = world.store().records();
    if (!records.list(RecordQuery.unfinished(Duration.ZERO, 1)).isEmpty()) {
      return true;
    }
    AtomicBoolean isLeft = new AtomicBoolean();
    records.scan(
        Optional.empty(),
        lookup ->
            isLeft.compareAndSet(false, !lookup.transaction().orElseThrow().state().isFinal()));
    return isLeft.get();
  }

  private int sweep() {
    AtomicInteger orphans = new AtomicInteger();
    calm.scrub().run(orphan -> orphans.incrementAndGet(), unreadable -> {});
    return orphans.get();
  }

  /** Asking again under the same id resolves what is not known. */
  private void askAllAgain() {
    accounting.askAgain(calm);
    Answers answers = world.auditor().answers();
    requests.unanswered().forEach(request -> answers.received(calm.transfers().transfer(request)));
    Authorizing authorizing = new Authorizing(world, manyLegs, unsureReversals);
    manyLegs.unanswered().forEach(asked -> authorizing.ask(calm, asked));
    for (TransactionId id : unsureReversals) {
      if (!answers.received(id.value(), calm.compensation().reverse(id, "once more"))) {
        throw new Violation("the reversal of " + id + " is unknown in a calm network");
      }
    }
  }
}
