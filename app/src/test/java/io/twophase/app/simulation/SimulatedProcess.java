package io.twophase.app.simulation;

import io.twophase.TwoPhase;
import io.twophase.app.event.TreeGrowth.Growth;
import io.twophase.app.recovery.RecoveryRequest;
import io.twophase.app.recovery.Retention;
import io.twophase.app.simulation.audit.Answers;
import io.twophase.app.simulation.audit.Violation;
import io.twophase.app.simulation.world.FaultRates;
import io.twophase.app.simulation.world.Wire;
import io.twophase.app.simulation.world.World;
import io.twophase.app.transfer.AnswerTime;
import io.twophase.app.transfer.Order;
import io.twophase.app.transfer.Request;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.ApplicationName;
import io.twophase.domain.Money;
import io.twophase.domain.TransactionId;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.transaction.Refusal;
import io.twophase.ports.StoreException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/** A process that asks Twophase for this and that, dies now and then, and comes back. */
final class SimulatedProcess implements Runnable {

  private static final int LONGEST_ABSENCE_MILLIS = 1_000;
  private static final int LARGEST_BATCH = 12;
  private static final int[] OLDER_THAN_MILLIS = {0, 50, 400, 400, 1_000};

  private final String name;
  private final World world;
  private final Requests requests;
  private final ManyLegs manyLegs;
  private final Random random;
  private final Answers answers;
  private final Wire wire;
  private TwoPhase twoPhase;

  /** What it asks for now, and must know after a death. */
  private final Set<Request> asking = new LinkedHashSet<>();

  private final List<Request> unanswered = new ArrayList<>();
  private final Authorizing authorizing;
  private final Accounting accounting;

  /**
   * A process.
   *
   * @param unsureReversals where it notes reversals that it had no certain answer to
   */
  SimulatedProcess(
      String name,
      World world,
      FaultRates rates,
      Requests requests,
      ManyLegs manyLegs,
      Set<TransactionId> unsureReversals) {
    this.name = name;
    this.world = world;
    this.requests = requests;
    this.manyLegs = manyLegs;
    this.random = world.random();
    this.answers = world.auditor().answers();
    this.wire = new Wire(name, world, rates);
    this.authorizing = new Authorizing(world, manyLegs, unsureReversals);
    this.accounting = new Accounting(world);
    start();
  }

  private void start() {
    if (twoPhase != null) {
      twoPhase.close();
    }
    twoPhase = world.twoPhase(name, wire, 1 + random.nextInt(LARGEST_BATCH));
  }

  @Override
  public void run() {
    while (!requests.isSpent()) {
      try {
        act();
      } catch (StoreException fault) {
        world.tally().count("calls of use cases that failed");
        forget();
      } catch (Wire.Crash crash) {
        forget();
        world.scheduler().sleep(random.nextInt(LONGEST_ABSENCE_MILLIS));
        start();
      }
    }
  }

  /** What was asked has no answer: it may ask again, or leave it to others. */
  private void forget() {
    for (Request request : asking) {
      answers.unanswered(request.id().value());
      if (random.nextInt(3) > 0) {
        unanswered.add(request);
      }
    }
    asking.clear();
  }

  private void act() {
    if (!world.periods().isEmpty() && random.nextInt(10) == 0) {
      accounting.act(twoPhase);
      return;
    }
    if (world.setup().isCanceling() && random.nextInt(5) < 2) {
      cancel();
      return;
    }
    int chance = random.nextInt(150);
    if (chance >= 145) {
      growTree();
    } else if (chance >= 140) {
      removeExpired();
    } else if (chance >= 100) {
      authorizing.act(twoPhase);
    } else if (chance < 38) {
      ask(List.of(requests.next()));
    } else if (chance < 50) {
      ask(batch());
    } else if (chance < 62) {
      ask(List.of(unanswered.isEmpty() ? requests.recent() : unanswered.remove(0)));
    } else if (chance < 72) {
      cancel();
    } else if (chance < 80) {
      authorizing.reverse(twoPhase, requests.recent().id());
    } else if (chance < 88) {
      recover();
    } else if (chance < 92) {
      scrub();
    } else if (chance < 96) {
      enqueue();
    } else if (chance < 98) {
      changeStatus();
    } else {
      reuseId();
    }
  }

  private List<Request> batch() {
    List<Request> batch = new ArrayList<>();
    int size = 2 + random.nextInt(LARGEST_BATCH);
    while (batch.size() < size) {
      int kind = random.nextInt(12);
      batch.add(kind == 0 ? requests.recent() : kind < 4 ? manyLegs.plain() : requests.next());
    }
    return batch;
  }

  private void ask(List<? extends Request> wanted) {
    asking.addAll(wanted);
    if (wanted.size() == 1) {
      answered(twoPhase.transfers().run(wanted.get(0), AnswerTime.WHEN_FINISHED));
    } else {
      Order order = random.nextBoolean() ? Order.ANY : Order.AS_GIVEN;
      twoPhase.transfers().transferAll(wanted.iterator(), order, this::answered);
    }
    asking.clear();
  }

  private void answered(TransactionOutcome outcome) {
    world.note(name, () -> "answered " + outcome);
    answers.received(outcome);
    if (!(outcome instanceof TransactionOutcome.Unknown)) {
      asking.removeIf(request -> request.id().equals(outcome.id()));
    }
  }

  private void cancel() {
    TransactionId id = requests.recent().id();
    answers.received(id.value(), twoPhase.compensation().cancel(id, "no more wanted by " + name));
  }

  private void recover() {
    long olderThan = OLDER_THAN_MILLIS[random.nextInt(OLDER_THAN_MILLIS.length)];
    Optional<ApplicationName> application =
        random.nextInt(5) == 0 ? Optional.of(new ApplicationName(name)) : Optional.empty();
    twoPhase
        .recovery()
        .pass(
            new RecoveryRequest(
                Duration.ofMillis(olderThan),
                application,
                random.nextInt(3) == 0
                    ? RecoveryRequest.Policy.CANCEL
                    : RecoveryRequest.Policy.RESUME),
            answers::received);
  }

  private void growTree() {
    if (world.isEvident()) {
      Growth growth = twoPhase.evidence().grow();
      world.tally().count("growth of the tree: " + growth.getClass().getSimpleName());
      if (growth instanceof Growth.Blocked) {
        throw new Violation("the tree does not grow: " + growth);
      }
      world.auditor().evidence().shown(twoPhase.evidence().head());
    }
  }

  private void removeExpired() {
    Retention.Removed removed = twoPhase.retention().pass();
    world.tally().count("passes of retention: " + (removed.isNothing() ? "nothing" : "removed"));
  }

  private void scrub() {
    twoPhase
        .scrub()
        .run(
            orphan -> world.tally().count("orphans: " + orphan.proof() + ", " + orphan.outcome()),
            unreadable -> {});
  }

  private void enqueue() {
    TransferRequest request = requests.next();
    answers.received(request.id().value(), twoPhase.transfers().enqueue(request));
  }

  private void changeStatus() {
    StatusChange change = random.nextInt(3) == 0 ? StatusChange.FREEZE : StatusChange.UNFREEZE;
    twoPhase.accounts().change(requests.other(), change);
  }

  /** Asks for something else under an id that is taken. */
  private void reuseId() {
    TransferRequest taken = requests.recent();
    if (world.auditor().records().find(taken.id().value()).isEmpty()) {
      return;
    }
    Money other = new Money(taken.amount().minor() + 1, taken.amount().currency());
    TransactionOutcome outcome =
        twoPhase
            .transfers()
            .transfer(new TransferRequest(taken.id(), taken.source(), taken.destination(), other));
    if (outcome instanceof TransactionOutcome.Applied) {
      throw new Violation("another request was answered by " + outcome);
    }
    boolean isOther =
        outcome instanceof TransactionOutcome.Refused refused
            && refused.reason() instanceof Refusal.IdReused;
    if (!isOther) {
      answers.received(outcome);
    }
  }
}
