package io.twophase.app.batch;

import static io.twophase.app.testing.Books.request;
import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.cents;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.TwoPhase;
import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.testing.Books;
import io.twophase.app.testing.Hosts;
import io.twophase.app.transfer.Order;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.hold.Claim.Ending;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.transaction.State;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import io.twophase.test.fault.FaultyStore;
import io.twophase.test.fault.Interceptor;
import io.twophase.test.fault.ProcessDied;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Transfers that one record decides, by way of the front door. */
class RecordsOfSeveralTest {

  private final InMemoryStore store = InMemoryStore.create(InstantSource.system());
  @AutoClose private final TwoPhase host = Hosts.amongOthers(store, 500);

  @AfterEach
  void nothingIsOff() {
    assertThat(host.audit().run().findings()).isEmpty();
  }

  private static List<TransactionOutcome> inOrder(TwoPhase by, List<TransferRequest> rows) {
    return by.transfers().transferAll(rows, Order.AS_GIVEN);
  }

  private List<TransactionOutcome> inAnyOrder(TransferRequest... rows) {
    return host.transfers().transferAll(List.of(rows), Order.ANY);
  }

  private static List<Boolean> applied(List<TransactionOutcome> outcomes) {
    return outcomes.stream().map(TransactionOutcome::isApplied).toList();
  }

  /** Whoever asks settles what another has decided, though that one may be alive. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void whatAnotherHasDecidedIsFinishedForWhoeverAsks(int asked) {
    int decided = 0;
    for (int lastWrite = 0; lastWrite < 8; lastWrite++) {
      InMemoryStore halfway = InMemoryStore.create(InstantSource.system());
      Books.open(halfway, 10, 0);
      List<TransferRequest> rows = List.of(request("t1", "A", "B", 7), request("t2", "B", "A", 5));
      FaultyStore dying = FaultyStore.over(halfway);
      dying.faults().ofTransactions().after(lastWrite).dies();
      try {
        inOrder(Hosts.amongOthers(dying, 500), rows);
      } catch (ProcessDied dead) {
        // others take it for alive
      }
      if (Books.find(halfway, "t1")
          .transaction()
          .filter(there -> there.state() == State.APPLIED)
          .isPresent()) {
        decided++;

        assertThat(inOrder(Hosts.amongOthers(halfway, 500), rows.subList(0, asked)))
            .allMatch(TransactionOutcome::isApplied)
            .noneMatch(TransactionOutcome::isOpenEnded);
      }
    }
    assertThat(decided).isPositive();
  }

  private TwoPhase over(String call, Function<Interceptor.Call, Object> planted) {
    return Hosts.amongOthers(Books.at(store, call, planted), 500);
  }

  /** A payment comes between each look at an account that has too little, and its hold. */
  @Test
  void anAccountThatIsPaidWithoutEndIsLookedAtPatientlyAndThenLeftToTheTransfersAlone() {
    Books.open(store, 10, 0, 20);
    AtomicInteger looks = new AtomicInteger();
    TwoPhase slow =
        over(
            "place",
            call -> {
              List<?> asked = (List<?>) call.asked().get(0);
              if (asked.stream().noneMatch(one -> isReduced((Placing) one))) {
                return call.make();
              }
              int payment = looks.incrementAndGet();
              inAnyOrder(request("in" + payment, "C", "A", 1));
              Object answers = call.make();
              inAnyOrder(request("out" + payment, "A", "C", 1));
              return answers;
            });

    List<TransactionOutcome> outcomes =
        slow.transfers()
            .transferAll(
                List.of(
                    request("t1", "A", "B", 7),
                    request("t2", "A", "B", 7),
                    request("t3", "C", "B", 1)),
                Order.ANY);

    assertThat(applied(outcomes)).containsExactly(true, false, true);
    assertThat(outcomes).noneMatch(TransactionOutcome::isOpenEnded);
    assertThat(looks.get()).isBetween(1, 100);
    slow.close();
  }

  private static boolean isReduced(Placing placing) {
    return placing
        .claim()
        .fold(
            range -> range.range().had().isPresent() || range.range().could().isPresent(),
            document -> false);
  }

  /** Each further account would wait once more for a server to be found. */
  @Test
  void aStoreThatDiesWhileAccountsAreAskedApartIsAskedForNoFurtherOne() {
    Books.open(store, 10, 10, 10, 10);
    List<Target> settled = new ArrayList<>();
    TwoPhase dying =
        over(
            "end",
            call -> {
              settled.add(((Ending) ((List<?>) call.asked().get(0)).get(0)).target());
              if (settled.size() == 1) {
                throw new StoreException("an account cannot be changed");
              }
              if (settled.size() == 3) {
                throw new StoreUnavailableException("no server", new TimeoutException());
              }
              return call.make();
            });

    assertThat(
            dying
                .transfers()
                .transferAll(
                    List.of(request("t1", "A", "B", 7), request("t2", "C", "D", 7)), Order.ANY))
        .allMatch(TransactionOutcome::isApplied)
        .noneMatch(TransactionOutcome::isOpenEnded);
    assertThat(settled.get(0)).isEqualTo(settled.get(1));
    // no other was asked before the pause after which it is asked again
    assertThat(settled.get(3)).isEqualTo(settled.get(2));
    dying.close();
  }

  /** Each record has room for whatever is decided of its members. */
  @Test
  void transfersOfLongIdsAreInAsManyRecordsAsHaveRoomForThem() {
    String rest = "€".repeat(249);
    String to = "B" + rest;
    Books.open(store, 10_000);
    store.accounts().open(List.of(account(to).opening(cents(0))));
    TwoPhase large = Hosts.amongOthers(store, 24_001);
    List<TransferRequest> rows =
        IntStream.range(0, 4_000)
            .mapToObj(at -> request("%05d".formatted(at) + rest, "A", to, 1))
            .toList();

    assertThat(large.transfers().transferAll(rows, Order.ANY))
        .allMatch(TransactionOutcome::isApplied);

    Map<RecordId, Long> members =
        rows.stream()
            .map(row -> Books.find(store, row.id().value()).decider().orElseThrow())
            .collect(Collectors.groupingBy(each -> each, Collectors.counting()));
    assertThat(members).hasSizeBetween(2, 3);
    large.close();
  }
}
