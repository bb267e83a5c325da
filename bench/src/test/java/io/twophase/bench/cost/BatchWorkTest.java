package io.twophase.bench.cost;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.mongo.MongoStore;
import io.twophase.app.TwoPhase;
import io.twophase.app.TwoPhaseSettings;
import io.twophase.app.engine.EngineSettings;
import io.twophase.app.transfer.Order;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.bench.competitor.Host;
import io.twophase.domain.AccountId;
import io.twophase.domain.ApplicationName;
import io.twophase.domain.Money;
import io.twophase.domain.TransactionId;
import io.twophase.domain.account.Opening;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a batch that is one transaction costs, and that it is linear in its size. */
class BatchWorkTest {

  private static final int BATCH = 500;

  private final CountedServer server = new CountedServer();
  private final MongoStore store = server.store();
  private final TwoPhase twoPhase =
      TwoPhase.over(store)
          .settings(new TwoPhaseSettings(EngineSettings.of(new ApplicationName("bench")), BATCH))
          .build();
  private int begun;

  @AfterEach
  void close() {
    twoPhase.close();
    server.close();
  }

  private void open(int accounts) {
    List<Opening> openings =
        IntStream.range(0, accounts)
            .mapToObj(number -> Opening.of(Host.account(number), money(1_000_000)).get())
            .toList();
    twoPhase.accounts().open(openings);
  }

  private static Money money(long minor) {
    return new Money(minor, Host.CURRENCY);
  }

  /** To and fro between the accounts, all of which it touches alike. */
  private Work ofBatch(int transfers, int accounts) {
    return ofBatch(
        transfers, at -> Host.account(at % accounts), at -> Host.account((at + 1) % accounts));
  }

  private Work ofBatch(
      int transfers, IntFunction<AccountId> source, IntFunction<AccountId> destination) {
    List<TransferRequest> requests =
        IntStream.range(0, transfers)
            .mapToObj(
                at ->
                    new TransferRequest(
                        new TransactionId("t" + begun++),
                        source.apply(at),
                        destination.apply(at),
                        money(5)))
            .toList();
    Work before = server.work();
    assertThat(twoPhase.transfers().transferAll(requests, Order.AS_GIVEN))
        .hasSize(transfers)
        .allMatch(TransactionOutcome::isApplied);
    return server.work().since(before);
  }

  @Test
  void aBatchOnTwoAccountsIsOneWriteForEachTransferAndSevenMore() {
    open(2);
    ofBatch(1, 2);

    Work work = ofBatch(BATCH, 2);

    assertThat(work.of(Charge.ROUND_TRIP))
        .as("whether the ids are there; begin, hold, decide, settle, finish")
        .isEqualTo(6);
    assertThat(work.of(Charge.MAJORITY_WAIT)).as("all but finish").isEqualTo(4);
    assertThat(work.of(Charge.INSERT)).as("the record and its members").isEqualTo(BATCH + 1);
    assertThat(work.of(Charge.UPDATE)).as("holds 2, decide, settles 2, finish").isEqualTo(6);
    assertThat(work.of(Charge.DOCUMENT_WRITE)).isEqualTo(BATCH + 7);
    assertThat(work.of(Charge.PREDICATE))
        .as("holds 2 x 6, settles 2 x 1, decide 4, finish 2")
        .isEqualTo(20);
    assertThat(work.of(Charge.ARRAY_CHANGE)).as("two holds, two settles").isEqualTo(4);
    assertThat(work.of(Charge.INSERTED_KEY)).as("of the record, no member").isEqualTo(1);
    assertThat(work.of(Charge.CHANGED_KEY)).as("decide out and in, finish out").isEqualTo(3);
  }

  @Test
  void itsCostBesideItsInsertsDoesNotGrowWithItsSize() {
    open(2);
    ofBatch(2, 2);

    Work half = ofBatch(BATCH / 2, 2);
    Work whole = ofBatch(BATCH, 2);

    Work more = whole.since(half);
    assertThat(more.of(Charge.INSERT)).isEqualTo(BATCH / 2);
    assertThat(more.of(Charge.UPDATE)).isZero();
    assertThat(more.of(Charge.PREDICATE)).isZero();
    assertThat(more.of(Charge.ARRAY_ELEMENT)).isZero();
    assertThat(more.of(Charge.INSERTED_KEY) + more.of(Charge.CHANGED_KEY)).isZero();
    assertThat(whole.estimatedMicros() / BATCH).isBetween(11.0, 13.0);
  }

  @Test
  void eachAccountIsHeldOnceAndSettledOnceHoweverManyTransfersItHas() {
    open(101);
    ofBatch(2, 2);

    Work work = ofBatch(BATCH, 101);

    assertThat(work.of(Charge.ROUND_TRIP)).isEqualTo(6);
    assertThat(work.of(Charge.DOCUMENT_WRITE)).isEqualTo(BATCH + 3 + 2 * 101);
    assertThat(work.of(Charge.ARRAY_CHANGE)).isEqualTo(2 * 101);
    assertThat(work.of(Charge.ARRAY_ELEMENT)).isEqualTo(2 * 101);
  }

  /** Which holds of a command were placed is told by a few counts more, not by one for each. */
  @Test
  void accountsThatHaveTooLittleCostAFewCommandsHoweverManyTheyAre() {
    open(400);
    ofBatch(2, 2);

    Work few = ofPoor(40);
    Work many = ofPoor(400);

    assertThat(many.of(Charge.ROUND_TRIP)).isEqualTo(few.of(Charge.ROUND_TRIP)).isLessThan(20);
    assertThat(many.of(Charge.UPDATE)).as("of each account").isLessThan(400 * 4);
  }

  /** Each pays the next; every other one much more than it has, and is refused. */
  private Work ofPoor(int accounts) {
    List<TransferRequest> requests =
        IntStream.range(0, accounts)
            .mapToObj(
                at ->
                    new TransferRequest(
                        new TransactionId("t" + begun++),
                        Host.account(at),
                        Host.account((at + 1) % accounts),
                        money(at % 2 == 0 ? 5 : 5_000_000)))
            .toList();
    Work before = server.work();
    assertThat(twoPhase.transfers().transferAll(requests, Order.AS_GIVEN))
        .filteredOn(TransactionOutcome::isApplied)
        .hasSize(accounts / 2);
    return server.work().since(before);
  }

  /** What the issue of speed on MongoDB asks for, of batches of 500. */
  @Test
  void aTransferIsAFewWritesHoweverFewOrManyTheAccountsAre() {
    open(1_000);
    ofBatch(1, 2);
    SplittableRandom random = new SplittableRandom(1);
    int[] sources = random.ints(BATCH, 0, 1_000).toArray();
    int[] steps = random.ints(BATCH, 1, 1_000).toArray();

    Work hot = ofBatch(BATCH, 2);
    Work spread =
        ofBatch(
            BATCH,
            at -> Host.account(sources[at]),
            at -> Host.account((sources[at] + steps[at]) % 1_000));
    Work apart = ofBatch(BATCH, at -> Host.account(2 * at), at -> Host.account(2 * at + 1));

    assertThat(writes(hot)).isLessThan(1.1);
    assertThat(writes(spread)).isLessThan(3.6);
    assertThat(writes(apart)).as("no account has two transfers").isLessThan(5.1);
    for (Work work : List.of(hot, spread, apart)) {
      assertThat(work.of(Charge.MAJORITY_WAIT)).isEqualTo(4);
      assertThat(work.of(Charge.INSERTED_KEY) + work.of(Charge.CHANGED_KEY)).isEqualTo(4);
    }
  }

  private static double writes(Work work) {
    return (double) work.of(Charge.DOCUMENT_WRITE) / BATCH;
  }
}
