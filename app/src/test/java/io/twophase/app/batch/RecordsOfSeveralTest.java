package io.twophase.app.batch;

import static io.twophase.app.testing.Books.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.TwoPhase;
import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.testing.Books;
import io.twophase.app.testing.Hosts;
import io.twophase.app.transfer.Order;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.domain.hold.Claim.Placing;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Transfers that one record decides, by way of the front door. */
class RecordsOfSeveralTest {

  private final InMemoryStore store = InMemoryStore.create(InstantSource.system());
  @AutoClose private final TwoPhase host = Hosts.amongOthers(store, 500);

  /** A payment comes between each look at an account that has too little, and its hold. */
  @Test
  void anAccountThatIsPaidWithoutEndIsLookedAtPatientlyAndThenLeftToTheTransfersAlone() {
    Books.open(store, 10, 0, 20);
    AtomicInteger looks = new AtomicInteger();
    TwoPhase slow =
        Hosts.amongOthers(
            Books.at(
                store,
                "place",
                call -> {
                  List<?> asked = (List<?>) call.asked().get(0);
                  if (asked.stream().noneMatch(one -> isReduced((Placing) one))) {
                    return call.make();
                  }
                  int payment = looks.incrementAndGet();
                  host.transfers().transfer(request("in" + payment, "C", "A", 1));
                  Object answers = call.make();
                  host.transfers().transfer(request("out" + payment, "A", "C", 1));
                  return answers;
                }),
            500);

    List<TransactionOutcome> outcomes =
        slow.transfers()
            .transferAll(
                List.of(
                    request("t1", "A", "B", 7),
                    request("t2", "A", "B", 7),
                    request("t3", "C", "B", 1)),
                Order.ANY);

    assertThat(outcomes)
        .extracting(TransactionOutcome::isApplied)
        .containsExactly(true, false, true);
    assertThat(outcomes).noneMatch(TransactionOutcome::isOpenEnded);
    assertThat(looks.get()).isBetween(1, 100);
    assertThat(host.audit().run().findings()).isEmpty();
    slow.close();
  }

  private static boolean isReduced(Placing placing) {
    return placing
        .claim()
        .fold(
            range -> range.range().had().isPresent() || range.range().could().isPresent(),
            document -> false);
  }
}
