package io.twophase.app.commit;

import static io.twophase.app.commit.CommitFixture.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.twophase.app.usecase.TransferOutcome;
import io.twophase.app.usecase.TransferRequest;
import io.twophase.app.wiring.TwoPhase;
import io.twophase.domain.account.HoldLimit;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A transfer that has to wait for others' work holds up neither its batch nor others. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class BlockedTransfersTest {

  private static final CommitSettings ONE_AT_A_TIME =
      CommitSettings.of(10).batchesInFlight(1).batchesUndecided(1);

  private CommitFixture fixture = new CommitFixture();

  @AfterEach
  void close() {
    fixture.close();
  }

  private static List<CompletableFuture<TransferOutcome>> submit(
      TwoPhase host, String prefix, int count) {
    return IntStream.range(0, count)
        .mapToObj(n -> host.transfers().submit(request(prefix + n)))
        .toList();
  }

  private static void areApplied(List<CompletableFuture<TransferOutcome>> futures) {
    assertThat(futures.stream().map(CompletableFuture::join))
        .hasOnlyElementsOfType(TransferOutcome.Applied.class);
  }

  @Test
  void theOthersOfItsBatchAreAnsweredAndItsSlotIsFree() throws InterruptedException {
    fixture.beginAsAnother("w");
    TwoPhase host = fixture.host(ONE_AT_A_TIME, builder -> builder);
    CountDownLatch held = fixture.gated().stopAt("hold");
    var first = host.transfers().submit(request("first"));
    held.await();
    var blocked = host.transfers().submit(request("w"));
    var others = submit(host, "t", 5);
    fixture.gated().open();

    areApplied(others);
    areApplied(submit(host, "u", 5));
    assertThat(first.join()).isInstanceOf(TransferOutcome.Applied.class);
    assertThat(fixture.gated().sizesOf("begin")).contains(6);
    assertThat(blocked).isNotDone();

    fixture.finishAsAnother("w");
    assertThat(blocked.join()).isInstanceOf(TransferOutcome.Applied.class);
    assertThat(fixture.balance("B")).isEqualTo(12);
  }

  @Test
  void asManyAsThereAreBatchesDoNotStopTheRest() throws InterruptedException {
    ExecutorService single = Executors.newSingleThreadExecutor();
    TwoPhase host = fixture.host(CommitSettings.of(1), builder -> builder.executor(single));
    for (int n = 0; n < 6; n++) {
      fixture.beginAsAnother("w" + n);
    }
    var blocked = submit(host, "w", 6);

    areApplied(submit(host, "t", 10));
    assertThat(host.transfers().transfer(request("u"))).isInstanceOf(TransferOutcome.Applied.class);
    assertThat(blocked).noneMatch(CompletableFuture::isDone);

    for (int n = 0; n < 6; n++) {
      fixture.finishAsAnother("w" + n);
    }
    areApplied(blocked);
    host.close();
    single.shutdown();
  }

  @Test
  void aCallerThatWaitsForOneKeepsNobodyFromBatches() throws InterruptedException {
    fixture.beginAsAnother("w");
    TwoPhase host = fixture.host(ONE_AT_A_TIME, builder -> builder);
    CompletableFuture<TransferOutcome> outcome = new CompletableFuture<>();
    Thread caller = new Thread(() -> outcome.complete(host.transfers().transfer(request("w"))));
    caller.start();
    await().until(() -> fixture.gated().sizesOf("begin").contains(1));

    areApplied(submit(host, "t", 5));
    assertThat(outcome).isNotDone();
    fixture.finishAsAnother("w");
    assertThat(outcome.join()).isInstanceOf(TransferOutcome.Applied.class);
    caller.join();
  }

  @Test
  void itsPatienceIsSpentAsBeforeAndClosingWaitsForThat() {
    fixture.beginAsAnother("w");
    TwoPhase host = fixture.host(ONE_AT_A_TIME, Duration.ofMillis(300), builder -> builder);
    var blocked = host.transfers().submit(request("w"));
    areApplied(submit(host, "t", 3));

    host.close();

    assertThat(blocked).isDone();
    assertThat(blocked.join()).isInstanceOf(TransferOutcome.Unknown.class);
  }

  @Test
  void asManyOfOneIdAsComeWaitForTheFirst() {
    fixture.beginAsAnother("w");
    TwoPhase host = fixture.host(ONE_AT_A_TIME, builder -> builder);
    List<CompletableFuture<TransferOutcome>> same =
        IntStream.range(0, 5).mapToObj(n -> host.transfers().submit(request("w"))).toList();

    areApplied(submit(host, "t", 3));
    assertThat(same).noneMatch(CompletableFuture::isDone);
    fixture.finishAsAnother("w");
    areApplied(same);
    assertThat(fixture.balance("B")).isEqualTo(4);
  }

  @Test
  void oneForWhichAnAccountHasNoRoomHoldsUpNoOther() {
    fixture = new CommitFixture(new HoldLimit(1));
    TwoPhase host = fixture.host(ONE_AT_A_TIME, Duration.ofMillis(300), builder -> builder);
    fixture.beginAsAnother("holder");
    fixture.holdAsAnother("holder");
    var full = host.transfers().submit(request("full", "A", "D"));

    assertThat(host.transfers().submit(request("t", "C", "E")).join())
        .isInstanceOf(TransferOutcome.Applied.class);
    assertThat(full.join())
        .isInstanceOfSatisfying(
            TransferOutcome.Refused.class,
            refused -> assertThat(refused.refusal().kind()).isEqualTo("AccountBusy"));
  }

  @Test
  void whereAllBatchesRunOnCallersThreadsItIsWaitedForThere() {
    fixture.beginAsAnother("w");
    TwoPhase host =
        fixture.host(
            ONE_AT_A_TIME, Duration.ofMillis(200), builder -> builder.executor(Runnable::run));
    TransferRequest request = request("w");

    assertThat(host.transfers().transfer(request)).isInstanceOf(TransferOutcome.Unknown.class);
    areApplied(submit(host, "t", 3));
  }
}
