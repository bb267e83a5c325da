package io.twophase.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.app.transfer.Order;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.bench.CountedServer.Cost;
import io.twophase.bench.competitor.Competitor.BenchTransfer;
import io.twophase.bench.competitor.Host;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** What a batch that is one transaction costs, and that it is linear in its size. */
class BatchWorkTest {

  private static final int BATCH = 500;

  @AutoClose private final CountedServer server = new CountedServer();
  private final Host host = server.host(BATCH);

  private void open(int accounts) {
    host.open(accounts, 1_000_000);
    ofBatch(2, 2);
  }

  /** To and fro between the accounts, all of which it touches alike. */
  private Cost ofBatch(int transfers, int accounts) {
    return ofBatch(
        transfers, transfers, at -> new BenchTransfer(at % accounts, (at + 1) % accounts, 5));
  }

  private Cost ofBatch(int transfers, int applied, IntFunction<BenchTransfer> transfer) {
    List<TransferRequest> requests =
        IntStream.range(0, transfers).mapToObj(transfer).map(host::request).toList();
    return server.of(
        () ->
            assertThat(host.twoPhase().transfers().transferAll(requests, Order.AS_GIVEN))
                .hasSize(transfers)
                .filteredOn(TransactionOutcome::isApplied)
                .hasSize(applied));
  }

  @Test
  void aBatchOnTwoAccountsIsOneWriteForEachTransferAndSevenMoreWhateverItsSize() {
    open(2);
    for (int size : List.of(BATCH / 2, BATCH)) {
      // whether the ids are there; begin, hold, decide, settle, finish, of which finish waits for
      // nobody; the members, begin, holds 2, decide, settles 2, finish; holds 2 x 6, settles 2 x 1,
      // decide 4, finish 2; what is finished is in no index
      assertThat(ofBatch(size, 2)).isEqualTo(new Cost(6, 4, size + 7, 20, 0));
    }
  }

  @Test
  void eachAccountIsHeldOnceAndSettledOnceHoweverManyTransfersItHas() {
    open(101);

    Cost cost = ofBatch(BATCH, 101);

    assertThat(cost.commands()).isEqualTo(6);
    assertThat(cost.writes()).isEqualTo(BATCH + 3 + 2 * 101);
  }

  /** Which holds of a command were placed is told by a few counts more, not by one for each. */
  @Test
  void accountsThatHaveTooLittleCostAFewCommandsHoweverManyTheyAre() {
    open(400);

    Cost few = ofPoor(40);
    Cost many = ofPoor(400);

    assertThat(many.commands()).isEqualTo(few.commands()).isLessThan(20);
    assertThat(many.conditions()).as("of each account").isLessThan(400 * 4 * 7);
  }

  /** Each pays the next; every other one much more than it has, and is refused. */
  private Cost ofPoor(int accounts) {
    return ofBatch(
        accounts,
        accounts / 2,
        at -> new BenchTransfer(at, (at + 1) % accounts, at % 2 == 0 ? 5 : 5_000_000));
  }

  /** What the issue of speed on MongoDB asks for, of batches of 500. */
  @Test
  void aTransferIsAFewWritesHoweverFewOrManyTheAccountsAre() {
    open(1_000);
    Workload workload = Workload.uniform(1_000);
    SplittableRandom random = new SplittableRandom(1);

    Cost spread = ofBatch(BATCH, BATCH, at -> workload.next(random));
    Cost apart = ofBatch(BATCH, BATCH, at -> new BenchTransfer(2 * at, 2 * at + 1, 5));

    assertThat(writes(spread)).isLessThan(3.6);
    assertThat(writes(apart)).as("no account has two transfers").isLessThan(5.1);
    for (Cost cost : List.of(spread, apart)) {
      assertThat(cost.majorityWaits()).isEqualTo(4);
    }
  }

  private static double writes(Cost cost) {
    return (double) cost.writes() / BATCH;
  }
}
