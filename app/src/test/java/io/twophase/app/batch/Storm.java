package io.twophase.app.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.app.recovery.Recovered;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.batch.record.BatchRecord;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.ports.BatchRepository;
import io.twophase.ports.Batches;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.UnaryOperator;

/**
 * Batches over a network that loses, delays and cuts off, by a process that may die at any message,
 * beside others who recover, ask and cancel. Another process then recovers what is left, and asks
 * for the same again: what was answered stays so, each transfer happens once or never, in file
 * order as one by one, and the books are exact.
 *
 * @param planted what every process reaches in place of the store's batches
 */
record Storm(UnaryOperator<Batches> planted) {

  private static final int MOST_PASSES = 50;

  void of(long seed, boolean inOrder) {
    Random random = new Random(seed);
    World world = World.random(random);
    List<TransferRequest> rows = world.transfers(random, "t", 1 + random.nextInt(12));
    List<TransactionOutcome> told = new ArrayList<>();
    List<Network> networks = new ArrayList<>();
    Map<String, Boolean> answered = new HashMap<>();
    for (int turn = 0; turn < 3; turn++) {
      int lastMessage = random.nextInt(3) == 0 ? -1 : 1 + random.nextInt(40);
      Network network = new Network(random, random.nextInt(50), lastMessage);
      networks.add(network);
      Host host = host(world, network);
      network.intruder(() -> intrude(world, random, rows, inOrder, answered, networks));
      try {
        if (random.nextBoolean()) {
          host.recover();
        }
        told.clear();
        told.addAll(inOrder ? host.inOrder(rows) : host.inAnyOrder(rows));
        note(seed, told, answered);
      } catch (Network.Death dead) {
        // another goes on
      }
      if (random.nextBoolean()) {
        networks.get(random.nextInt(networks.size())).deliverSome();
      }
    }
    networks.forEach(Network::deliverAll);
    Host last = host(world, Network.sound());
    recoverAll(last, world, rows, inOrder, seed);

    List<TransactionOutcome> outcomes = inOrder ? last.inOrder(rows) : last.inAnyOrder(rows);

    note(seed, outcomes, answered);
    assertThat(outcomes).as("seed " + seed).noneMatch(TransactionOutcome::isOpenEnded);
    if (inOrder && !rows.isEmpty()) {
      assertThat(outcomes.stream().map(TransactionOutcome::isApplied).toList())
          .as("seed " + seed + ": " + rows)
          .isEqualTo(world.oneByOne(rows));
    }
    try {
      last.scrub();
      world.isAtRestWith(rows, outcomes);
      assertThat(last.audit().findings()).isEmpty();
    } catch (AssertionError wrong) {
      throw new AssertionError("seed " + seed + ": " + wrong.getMessage(), wrong);
    }
  }

  /**
   * Recovers until nothing is left to recover. Then no transfer is left out that nobody goes on
   * with, but for those behind one that was never begun, in order, and those of a batch that was
   * buried: these are taken up later.
   */
  private static void recoverAll(
      Host last, World world, List<TransferRequest> rows, boolean inOrder, long seed) {
    int passes = 0;
    while (last.recover().stream().anyMatch(Recovered::isFinished)) {
      passes++;
      assertThat(passes).as("seed " + seed).isLessThan(MOST_PASSES);
    }
    BatchRepository records = world.store.batches().get().records();
    boolean lacksOne = false;
    for (TransferRequest row : rows) {
      TransactionLookup lookup = world.store.transactions().find(List.of(row.id())).get(0);
      lacksOne |= inOrder && lookup instanceof TransactionLookup.Absent;
      if (lookup instanceof TransactionLookup.Found found && !lacksOne) {
        boolean isBuried =
            found
                .batch()
                .exists(
                    batch ->
                        records
                            .find(List.of(batch))
                            .get(0)
                            .read()
                            .exists(BatchRecord::isTombstone));
        lacksOne |= inOrder && isBuried;
        assertThat(found.record().state().isFinal() || isBuried)
            .as("seed " + seed + ": " + found)
            .isTrue();
      }
    }
  }

  /** What others do meanwhile: to recover, to ask for the same, or to cancel. */
  private void intrude(
      World world,
      Random random,
      List<TransferRequest> rows,
      boolean inOrder,
      Map<String, Boolean> answered,
      List<Network> networks) {
    networks.get(random.nextInt(networks.size())).deliverSome();
    Network network =
        random.nextBoolean()
            ? Network.sound()
            : new Network(random, random.nextInt(50), 1 + random.nextInt(20));
    networks.add(network);
    try {
      intrude(host(world, network), random, rows, inOrder, answered);
    } catch (Network.Death dead) {
      // others go on
    }
    networks.get(random.nextInt(networks.size())).deliverSome();
  }

  private static void intrude(
      Host other,
      Random random,
      List<TransferRequest> rows,
      boolean inOrder,
      Map<String, Boolean> answered) {
    int deed = inOrder || rows.isEmpty() ? 0 : random.nextInt(4);
    if (deed == 0) {
      other.recover();
    } else if (deed == 1) {
      TransferRequest one = rows.get(random.nextInt(rows.size()));
      other
          .compensation
          .cancel(one.id(), "by another")
          .fold(
              canceled -> answered.put(one.id().value(), false),
              decided -> answered.put(one.id().value(), true),
              notFound -> true,
              unknown -> true);
    } else {
      List<TransferRequest> some = new ArrayList<>(rows);
      Collections.shuffle(some, random);
      note(0, other.inAnyOrder(some.subList(0, 1 + random.nextInt(some.size()))), answered);
    }
  }

  /** What was certain once stays so. */
  private static void note(
      long seed, List<TransactionOutcome> outcomes, Map<String, Boolean> answered) {
    for (TransactionOutcome outcome : outcomes) {
      boolean isCertain =
          outcome.fold(applied -> true, refused -> true, unknown -> false, notAsked -> false);
      if (isCertain) {
        Boolean before = answered.put(outcome.id().value(), outcome.isApplied());
        assertThat(before == null || before == outcome.isApplied())
            .as("seed " + seed + ": " + outcome + " was answered otherwise")
            .isTrue();
      }
    }
  }

  private Host host(World world, Network network) {
    return new Host(world.store, planted, network, world.ids, Duration.ZERO);
  }
}
