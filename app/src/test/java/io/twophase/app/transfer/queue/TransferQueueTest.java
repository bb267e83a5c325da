package io.twophase.app.transfer.queue;

import static io.twophase.TwoPhase.document;
import static io.twophase.app.testing.Books.word;
import static io.twophase.app.testing.Patiently.await;
import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.TwoPhase;
import io.twophase.app.function.FunctionOutcome;
import io.twophase.app.function.TransactionContext;
import io.twophase.app.testing.Books;
import io.twophase.app.testing.DocumentWrites;
import io.twophase.app.transfer.AnswerTime;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.ports.StoreUnavailableException;
import io.twophase.test.fault.Fault;
import io.twophase.test.fault.WriteKind;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class TransferQueueTest extends QueueFixture {

  private TwoPhase impatient(QueueSettings settings) {
    return host(settings, Duration.ofMillis(200), builder -> builder);
  }

  private TwoPhase host() {
    return impatient(QueueSettings.of(100));
  }

  /** Where two batches are never on their way to their decisions at a time. */
  private TwoPhase hostOfOneUndecided() {
    return impatient(QueueSettings.of(100).withBatchesUndecided(1));
  }

  @Test
  void aLoneTransferIsABatchOfItsOwnOnTheCallersThread() {
    TransactionOutcome outcome = host().transfers().transfer(request("t"));

    assertThat(word(outcome)).isEqualTo("applied");
    assertThat(gated.sizesOf("insert")).containsExactly(1);
    assertThat(gated.threadsOf("insert")).containsExactly(Thread.currentThread());
  }

  @Test
  void whatComesWhileABatchIsUnderWayIsTheNextBatch() throws InterruptedException {
    TwoPhase host = hostOfOneUndecided();
    var first = submitHeld(host, "t");
    List<CompletableFuture<TransactionOutcome>> others = submit(host, "u", 20);
    gated.open();

    areApplied(others);
    assertThat(others).extracting(f -> f.join().id().value()).startsWith("u0", "u1", "u2");
    assertThat(first.join().id()).isEqualTo(transactionId("t"));
    assertThat(gated.sizesOf("insert")).containsExactly(1, 20);
  }

  @Test
  void functionsThatTouchNoCommonDocumentShareABatch() throws Exception {
    TwoPhase host = hostOfOneUndecided();
    var first = submitHeld(host, "t");
    ExecutorService callers = Executors.newFixedThreadPool(5);
    List<Future<FunctionOutcome<Boolean>>> functions =
        IntStream.range(0, 5)
            .mapToObj(n -> callers.submit(() -> host.transact("f" + n, tx -> insert(tx, n))))
            .toList();
    await().until(() -> host.counters().waiting() == functions.size());
    gated.open();

    for (Future<FunctionOutcome<Boolean>> function : functions) {
      assertThat(function.get().orElseThrow()).isTrue();
    }
    callers.shutdown();
    areApplied(List.of(first));
    assertThat(gated.sizesOf("insert")).containsExactly(1, 5);
  }

  private static boolean insert(TransactionContext tx, int id) {
    boolean isFirst = tx.get(document("orders", id)).isEmpty();
    tx.insert(document("orders", id), Map.of("n", id));
    return isFirst;
  }

  @Test
  void aSecondBatchGoesBesideAnUndecidedOneAndAThirdWaits() throws InterruptedException {
    TwoPhase host = host();
    var first = submitHeld(host, "t");
    var second = host.transfers().submit(request("u", "A", "C"));
    await().until(() -> gated.sizesOf("place").size() == 2);
    var others = submit(host, "v", 20);
    gated.open();

    areApplied(others);
    assertThat(List.of(first.join(), second.join()))
        .hasOnlyElementsOfType(TransactionOutcome.Applied.class);
    assertThat(gated.sizesOf("insert")).containsExactly(1, 1, 20);
  }

  @Test
  void theNextBatchHoldsWhileTheOneBeforeSettles() throws InterruptedException {
    TwoPhase host = hostOfOneUndecided();
    CountDownLatch settling = gated.stopAt("end");
    CompletableFuture<TransactionOutcome> first = host.transfers().submit(request("t"));
    settling.await();
    CompletableFuture<TransactionOutcome> second =
        host.transfers().submit(request("u", "A", "C"), AnswerTime.WHEN_DECIDED);

    assertThat(word(second.join())).isEqualTo("applied");
    assertThat(first).isNotDone();
  }

  @Test
  void whoAsksIsAnsweredOnceItIsDecided() throws InterruptedException {
    TwoPhase host = host();
    CountDownLatch settling = gated.stopAt("end");
    TransactionOutcome outcome = host.transfers().transfer(request("t"), AnswerTime.WHEN_DECIDED);

    settling.await();
    assertThat(((TransactionOutcome.Applied) outcome).finished()).isFalse();
    assertThat(gated.calls()).containsExactly("insert", "place", "move", "end");
  }

  @Test
  void aRefusedOrInvalidOneHarmsNoOther() throws InterruptedException {
    TwoPhase host = hostOfOneUndecided();
    var first = submitHeld(host, "t");
    var good = submit(host, "good", 3);
    var poor = host.transfers().submit(Books.request("poor", "B", "A", 5_000));
    var nowhere = host.transfers().submit(request("nowhere", "A", "nowhere"));
    var same = host.transfers().submit(request("same", "A", "A"));
    gated.open();

    areApplied(good);
    for (var bad : List.of(poor, nowhere, same)) {
      assertThat(bad.join()).isInstanceOf(TransactionOutcome.Refused.class);
    }
    assertThat(word(first.join())).isEqualTo("applied");
    assertThat(gated.sizesOf("insert")).containsExactly(1, 5);
  }

  @Test
  void oneWhoseAccountBreaksTheStoresCallHarmsNoOther() throws InterruptedException {
    for (String call : List.of("insert", "place", "end")) {
      TwoPhase host = hostOfOneUndecided();
      CountDownLatch held = gated.stopAt("place");
      var first = host.transfers().submit(request("first-" + call, "A", "B"));
      held.await();
      gated.breakAt(call, call.equals("insert") ? "poison-insert" : "C");
      var good = submit(host, "good-" + call, 5);
      var poison = host.transfers().submit(request("poison-" + call, "A", "C"));
      gated.open();

      areApplied(good);
      assertThat(poison.join().isOpenEnded()).as(call).isTrue();
      areApplied(List.of(first));
      assertThat(first.join().isOpenEnded()).isFalse();
      for (String account : List.of("A", "B")) {
        assertThat(new DocumentWrites(store).read(accountId(account)).holds()).as(call).isEmpty();
      }
    }
  }

  @Test
  void oneIdSubmittedManyTimesIsOneTransfer() {
    TwoPhase host = host();
    List<CompletableFuture<TransactionOutcome>> same =
        IntStream.range(0, 50)
            .mapToObj(n -> host.transfers().submit(Books.request("t", "A", "B", 7)))
            .toList();
    var other = host.transfers().submit(Books.request("t", "A", "B", 8));

    areApplied(same);
    assertThat(word(other.join())).isEqualTo("IdReused");
    assertThat(Books.balance(store, "B")).isEqualTo(7);
  }

  @Test
  void aFullQueueTakesNoMoreUntilThereIsRoom() throws InterruptedException {
    TwoPhase host = impatient(QueueSettings.of(2).withQueue(3).withBatchesInFlight(1));
    var first = submitHeld(host, "t");
    var waiting = submit(host, "u", 3);

    assertThat(host.transfers().trySubmit(request("v"), AnswerTime.WHEN_FINISHED)).isEmpty();
    Thread.currentThread().interrupt();
    assertThat(word(host.transfers().submit(request("w")).join())).isEqualTo("not asked");
    assertThat(Thread.interrupted()).isTrue();

    gated.open();
    assertThat(word(host.transfers().submit(request("x")).join())).isEqualTo("applied");
    areApplied(waiting);
    assertThat(word(first.join())).isEqualTo("applied");
    assertThat(Books.balance(store, "B")).isEqualTo(5);
  }

  @Test
  void closingHandsBackWhatIsNotBegunAndFinishesWhatIs() throws InterruptedException {
    TwoPhase host = impatient(QueueSettings.of(10).withBatchesInFlight(1));
    var begun = submitHeld(host, "t");
    var waiting = submit(host, "u", 3);
    Thread closing = new Thread(host::close);
    closing.start();

    assertThat(waiting.stream().map(CompletableFuture::join))
        .hasOnlyElementsOfType(TransactionOutcome.NotAsked.class);
    assertThat(begun).isNotDone();
    gated.open();
    closing.join();
    assertThat(begun).isDone();
    assertThat(word(begun.join())).isEqualTo("applied");
    assertThat(word(host.transfers().submit(request("v")).join())).isEqualTo("not asked");
    assertThat(word(host.transfers().transfer(request("w")))).isEqualTo("not asked");
    assertThat(gated.sizesOf("insert")).containsExactly(1);
  }

  @Test
  void aStoreThatIsGoneIsTheFutureOfEachAndTheExceptionOfWhoWaits() {
    TwoPhase host = host();
    store.faults().when(WriteKind.BEGIN).next(Fault.UNAVAILABLE);

    assertThatThrownBy(() -> host.transfers().transfer(request("t")))
        .isInstanceOf(StoreUnavailableException.class);
    store.faults().when(WriteKind.BEGIN).next(Fault.UNAVAILABLE);
    var submitted = host.transfers().submit(request("u"));
    assertThatThrownBy(submitted::join)
        .isInstanceOf(CompletionException.class)
        .hasCauseInstanceOf(StoreUnavailableException.class);
  }
}
