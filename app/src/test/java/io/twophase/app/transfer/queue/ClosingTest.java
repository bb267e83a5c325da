package io.twophase.app.transfer.queue;

import static io.twophase.app.testing.Books.word;
import static io.twophase.app.testing.Patiently.await;
import static io.twophase.app.transfer.queue.QueueFixture.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.TwoPhase;
import io.twophase.app.authorization.CancelOutcome;
import io.twophase.app.transfer.Order;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransferRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Closing ends every way to ask, and canceling is not what cancels a future. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ClosingTest extends QueueFixture {

  private static List<TransferRequest> requests(int count) {
    return IntStream.range(0, count).mapToObj(n -> request("t" + n)).toList();
  }

  @ParameterizedTest
  @EnumSource
  void manyInAnyOrderAreNotAskedOnceClosed(Order order) {
    TwoPhase host = host(QueueSettings.of(2));
    List<TransactionOutcome> outcomes = new ArrayList<>();
    List<TransferRequest> requests = requests(40);

    boolean allAsked =
        host.transfers()
            .transferAll(
                requests.iterator(),
                order,
                outcome -> {
                  outcomes.add(outcome);
                  host.close();
                });

    assertThat(allAsked).isFalse();
    assertThat(outcomes).hasSizeLessThan(40);
    assertThat(word(outcomes.get(outcomes.size() - 1))).isEqualTo("not asked");
    assertThat(host.transfers().transferAll(requests(5), order))
        .hasSize(5)
        .hasOnlyElementsOfType(TransactionOutcome.NotAsked.class);
    long applied =
        outcomes.stream().filter(outcome -> outcome instanceof TransactionOutcome.Applied).count();
    assertThat(balance("B")).isEqualTo(applied);
  }

  @Test
  void aCancelWithdrawsNoneWhoseIdIsAtWork() throws InterruptedException {
    TwoPhase host = host(QueueSettings.of(2).withBatchesInFlight(1).withBatchesUndecided(1));
    var atWork = submitHeld(host, "t");
    var second = host.transfers().submit(request("t"));
    var canceled =
        CompletableFuture.supplyAsync(() -> host.transfers().cancel(request("t").id(), "late"));
    // the cancel has come to the store, and so has withdrawn all that it withdraws
    await().until(() -> !gated.calls().get(gated.calls().size() - 1).equals("place"));
    gated.open();

    assertThat(second.join()).hasSameClassAs(atWork.join());
    assertThat(canceled.join()).isNotEqualTo(new CancelOutcome.NotFound());
  }

  @Test
  void toCancelAFutureCancelsNoTransferAndToCancelTheTransferDoes() throws InterruptedException {
    TwoPhase host = host(QueueSettings.of(2).withBatchesInFlight(1).withBatchesUndecided(1));
    var atWork = submitHeld(host, "at-work");
    var waiting = host.transfers().submit(request("waiting"));
    var forgotten = host.transfers().submit(request("forgotten"));
    assertThat(forgotten.cancel(true)).isTrue();

    assertThat(host.transfers().cancel(request("waiting").id(), "changed my mind"))
        .isEqualTo(new CancelOutcome.NotFound());
    assertThat(word(waiting.join())).isEqualTo("not asked");
    CompletableFuture<CancelOutcome> canceled =
        CompletableFuture.supplyAsync(
            () -> host.transfers().cancel(request("at-work").id(), "changed my mind"));
    gated.open();

    assertThat(canceled.join())
        .isInstanceOfAny(CancelOutcome.Canceled.class, CancelOutcome.AlreadyDecided.class);
    boolean happened = atWork.join() instanceof TransactionOutcome.Applied;
    assertThat(happened).isEqualTo(canceled.join() instanceof CancelOutcome.AlreadyDecided);
    // whoever closes takes back what is not begun: this one comes behind it
    assertThat(word(host.transfers().transfer(request("last")))).isEqualTo("applied");
    host.close();
    assertThat(balance("B")).isEqualTo(happened ? 3 : 2);
  }
}
