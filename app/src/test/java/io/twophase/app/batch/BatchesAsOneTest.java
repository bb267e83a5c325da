package io.twophase.app.batch;

import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.TwoPhase;
import io.twophase.app.TwoPhaseSettings;
import io.twophase.app.compensation.CancelOutcome;
import io.twophase.app.compensation.ReverseOutcome;
import io.twophase.app.engine.EngineSettings;
import io.twophase.app.recovery.Recovered;
import io.twophase.app.transfer.Order;
import io.twophase.app.transfer.Refusal;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.account.HoldRefusal;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.id.ApplicationName;
import io.twophase.domain.id.BatchId;
import io.twophase.domain.outcome.RangeReply;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.range.RangeCall;
import io.twophase.domain.range.RangeRequest;
import io.twophase.domain.testing.Fixtures;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.State;
import io.twophase.ports.Batches;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Transfers of which a batch is one transaction. */
class BatchesAsOneTest {

  private final World world = new World();
  private final Host host = host();

  private Host host() {
    return host(world, Network.sound());
  }

  private static Host host(World world, Network network) {
    return new Host(world.store, network, world.ids, Duration.ofMinutes(30));
  }

  private TransactionLookup.Found found(String id) {
    return (TransactionLookup.Found)
        world.store.transactions().find(List.of(transactionId(id))).get(0);
  }

  private static List<Boolean> applied(List<TransactionOutcome> outcomes) {
    return outcomes.stream().map(TransactionOutcome::isApplied).toList();
  }

  @Test
  void aCreditOfOneRowPaysForTheNext() {
    world.open("A", 10);
    world.open("B", 0);
    world.open("C", 0);
    List<TransferRequest> rows =
        List.of(
            Host.request("t1", "A", "B", 10),
            Host.request("t2", "B", "C", 10),
            Host.request("t3", "C", "A", 10));

    List<TransactionOutcome> outcomes = host.inOrder(rows);

    assertThat(outcomes)
        .allSatisfy(outcome -> assertThat(outcome.isOpenEnded()).isFalse())
        .allSatisfy(outcome -> assertThat(outcome.isApplied()).isTrue());
    world.isAtRestWith(rows, outcomes);
    assertThat(found("t1").batch()).isEqualTo(found("t3").batch());
    assertThat(found("t1").batch()).isNotEmpty();
    assertThat(found("t2").record().state()).isEqualTo(State.DONE);
  }

  @Test
  void whatDoesNotFitIsRefusedByNameAndFigure() {
    world.open("A", 10);
    world.open("B", 0);
    List<TransferRequest> rows =
        List.of(
            Host.request("t1", "A", "B", 7),
            Host.request("t2", "A", "B", 7),
            Host.request("t3", "A", "nowhere", 1));

    List<TransactionOutcome> outcomes = host.inOrder(rows);

    assertThat(applied(outcomes)).containsExactly(true, false, false);
    assertThat(refusal(outcomes.get(1)))
        .isEqualTo(new HoldRefusal.InsufficientFunds(accountId("A"), cents(3), cents(7)));
    assertThat(refusal(outcomes.get(2)))
        .isEqualTo(new HoldRefusal.NoSuchAccount(accountId("nowhere")));
    world.isAtRestWith(rows, outcomes);
    assertThat(found("t2").record().state()).isEqualTo(State.CANCELED);
  }

  private static HoldRefusal refusal(TransactionOutcome outcome) {
    Refusal refusal = ((TransactionOutcome.Refused) outcome).refusal();
    CancelReason reason = ((Refusal.Canceled) refusal).reason();
    return ((CancelReason.Refused) reason).refusal();
  }

  @Test
  void whoAsksAgainGetsTheSameAnswer() {
    world.open("A", 10);
    world.open("B", 0);
    List<TransferRequest> rows =
        List.of(Host.request("t1", "A", "B", 7), Host.request("t2", "A", "B", 7));
    host.inOrder(rows);

    List<TransactionOutcome> again = host().inAnyOrder(rows);

    assertThat(applied(again)).containsExactly(true, false);
    assertThat(((TransactionOutcome.Applied) again.get(0)).foundDecided()).isTrue();
    assertThat(((TransactionOutcome.Refused) again.get(1)).foundDecided()).isTrue();
    world.isAtRestWith(rows, again);
  }

  @Test
  void anIdWithOtherFiguresIsRefused() {
    world.open("A", 10);
    world.open("B", 0);
    List<TransferRequest> rows =
        List.of(Host.request("t1", "A", "B", 1), Host.request("t2", "A", "B", 1));
    host.inOrder(rows);

    List<TransactionOutcome> other =
        host.inAnyOrder(List.of(Host.request("t1", "A", "B", 2), Host.request("t3", "A", "B", 1)));

    assertThat(((TransactionOutcome.Refused) other.get(0)).refusal())
        .isInstanceOf(Refusal.IdReused.class);
    assertThat(other.get(1).isApplied()).isTrue();
    assertThat(world.read("A").balance()).isEqualTo(7);
  }

  @Test
  void aTransferOfABatchIsReversed() {
    world.open("A", 10);
    world.open("B", 0);
    host.inOrder(List.of(Host.request("t1", "A", "B", 4), Host.request("t2", "A", "B", 1)));

    ReverseOutcome outcome = host.compensation.reverse(transactionId("t1"), "wrong");

    assertThat(outcome).isInstanceOf(ReverseOutcome.Reversed.class);
    assertThat(world.read("A").balance()).isEqualTo(9);
    assertThat(host.compensation.reverse(transactionId("t1"), "wrong"))
        .isInstanceOf(ReverseOutcome.Reversed.class);
    assertThat(world.read("A").balance()).isEqualTo(9);
  }

  @Test
  void aTransferThatIsDecidedIsNotCanceled() {
    world.open("A", 10);
    world.open("B", 0);
    host.inOrder(List.of(Host.request("t1", "A", "B", 4), Host.request("t2", "A", "B", 9)));

    assertThat(host.compensation.cancel(transactionId("t1"), "no"))
        .isInstanceOf(CancelOutcome.AlreadyDecided.class);
    assertThat(host.compensation.cancel(transactionId("t2"), "no"))
        .isInstanceOf(CancelOutcome.Canceled.class);
  }

  /** Whoever asks settles what another has decided, though that one may be alive. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void whatAnotherHasDecidedIsFinishedForWhoeverAsks(int asked) {
    int decided = 0;
    for (int lastMessage = 1; lastMessage < 12; lastMessage++) {
      World halfway = new World();
      halfway.open("A", 10);
      halfway.open("B", 0);
      List<TransferRequest> rows =
          List.of(Host.request("t1", "A", "B", 7), Host.request("t2", "B", "A", 5));
      Network dying = new Network(new Random(lastMessage), 0, lastMessage);
      try {
        host(halfway, dying).inOrder(rows);
      } catch (Network.Death dead) {
        // others take it for alive
      }
      if (halfway.store.transactions().find(List.of(transactionId("t1"))).get(0)
              instanceof TransactionLookup.Found found
          && found.record().state() == State.APPLIED) {
        decided++;

        assertThat(host(halfway, Network.sound()).inOrder(rows.subList(0, asked)))
            .allSatisfy(outcome -> assertThat(outcome.isApplied()).isTrue())
            .noneMatch(TransactionOutcome::isOpenEnded);
      }
    }
    assertThat(decided).isPositive();
  }

  /** A payment comes between each look at an account that has too little, and its hold. */
  @Test
  void anAccountThatIsPaidWithoutEndIsLookedAtPatientlyAndThenLeftToTheTransfersAlone() {
    world.open("A", 10);
    world.open("B", 0);
    world.open("C", 20);
    Host payer = host();
    AtomicInteger looks = new AtomicInteger();
    UnaryOperator<Batches> overtaken =
        sound ->
            new Batches(
                calls -> {
                  boolean isHold = calls.stream().anyMatch(call -> isReduced(call.request()));
                  if (!isHold) {
                    return sound.ranges().ask(calls);
                  }
                  int payment = looks.incrementAndGet();
                  payer.inAnyOrder(List.of(Host.request("in" + payment, "C", "A", 1)));
                  List<RangeReply> replies = sound.ranges().ask(calls);
                  payer.inAnyOrder(List.of(Host.request("out" + payment, "A", "C", 1)));
                  return replies;
                },
                sound.records());
    Host slow =
        new Host(world.store, overtaken, Network.sound(), world.ids, Duration.ofMinutes(30));

    List<TransactionOutcome> outcomes =
        slow.inAnyOrder(
            List.of(
                Host.request("t1", "A", "B", 7),
                Host.request("t2", "A", "B", 7),
                Host.request("t3", "C", "B", 1)));

    assertThat(applied(outcomes)).containsExactly(true, false, true);
    assertThat(outcomes).noneMatch(TransactionOutcome::isOpenEnded);
    assertThat(looks.get()).isBetween(2, 100);
  }

  private static boolean isReduced(RangeRequest request) {
    return request instanceof RangeRequest.Hold hold && hold.range().isReduced();
  }

  /** One account refuses each write, as one does whose balance is no number. */
  @Test
  void oneDamagedAccountKeepsNoOtherFromBeingSettled() {
    for (String id : List.of("A", "B", "C", "D")) {
      world.open(id, 10);
    }
    AtomicBoolean isDamaged = new AtomicBoolean(true);
    UnaryOperator<Batches> damaged =
        sound ->
            new Batches(
                calls -> {
                  if (isDamaged.get()
                      && calls.stream().anyMatch(call -> isSettleOf(call, accountId("B")))) {
                    throw new StoreException("account B: its balance is no int64");
                  }
                  return sound.ranges().ask(calls);
                },
                sound.records());
    Host host = new Host(world.store, damaged, Network.sound(), world.ids, Duration.ofMinutes(30));
    List<TransferRequest> rows =
        List.of(Host.request("t1", "A", "B", 7), Host.request("t2", "C", "D", 7));

    List<TransactionOutcome> outcomes = host.inAnyOrder(rows);

    assertThat(applied(outcomes)).containsExactly(true, true);
    for (String id : List.of("A", "C", "D")) {
      assertThat(world.read(id).holdCount()).as(id).isZero();
    }
    assertThat(world.read("D").balance()).isEqualTo(17);
    assertThat(host.recover())
        .singleElement()
        .isInstanceOfSatisfying(
            Recovered.Unfinished.class,
            left -> assertThat(left.why()).contains("account B: its balance is no int64"));

    isDamaged.set(false);
    assertThat(host.recover()).singleElement().isInstanceOf(Recovered.Done.class);
    world.isAtRestWith(rows, outcomes);
  }

  /** Each further account would wait once more for a server to be found. */
  @Test
  void aStoreThatDiesWhileAccountsAreAskedApartIsAskedForNoFurtherOne() {
    for (String id : List.of("A", "B", "C", "D")) {
      world.open(id, 10);
    }
    List<AccountId> settled = new ArrayList<>();
    UnaryOperator<Batches> dying =
        sound ->
            new Batches(
                calls -> {
                  if (calls.stream().anyMatch(call -> isSettle(call.request()))) {
                    settled.add(calls.get(0).request().account());
                    if (settled.size() == 1) {
                      throw new StoreException("an account cannot be changed");
                    }
                    if (settled.size() == 3) {
                      throw new StoreUnavailableException("no server", new TimeoutException());
                    }
                  }
                  return sound.ranges().ask(calls);
                },
                sound.records());
    Host host = new Host(world.store, dying, Network.sound(), world.ids, Duration.ofMinutes(30));
    List<TransferRequest> rows =
        List.of(Host.request("t1", "A", "B", 7), Host.request("t2", "C", "D", 7));

    List<TransactionOutcome> outcomes = host.inAnyOrder(rows);

    assertThat(applied(outcomes)).containsExactly(true, true);
    assertThat(settled.get(0)).isEqualTo(settled.get(1));
    // no other was asked before the pause after which it is asked again
    assertThat(settled.get(3)).isEqualTo(settled.get(2));
    world.isAtRestWith(rows, outcomes);
  }

  private static boolean isSettle(RangeRequest request) {
    return request instanceof RangeRequest.Settle;
  }

  private static boolean isSettleOf(RangeCall call, AccountId account) {
    return call.request() instanceof RangeRequest.Settle settle && settle.account().equals(account);
  }

  /** Each record has room for whatever is decided of its members. */
  @Test
  void transfersOfLongIdsAreCutIntoBatchesThatOneRecordHasRoomFor() {
    InMemoryStore store = InMemoryStore.create(InstantSource.system());
    TwoPhase twophase =
        TwoPhase.over(store)
            .settings(new TwoPhaseSettings(EngineSettings.of(new ApplicationName("test")), 24_001))
            .build();
    String rest = "€".repeat(249);
    String to = "B" + rest;
    twophase.accounts().open(Fixtures.account("A").opening(cents(10_000)));
    twophase.accounts().open(Fixtures.account(to).opening(cents(0)));
    List<TransferRequest> rows =
        IntStream.range(0, 4_000)
            .mapToObj(at -> Host.request("%05d".formatted(at) + rest, "A", to, 1))
            .toList();

    assertThat(twophase.transfers().transferAll(rows, Order.ANY))
        .allMatch(TransactionOutcome::isApplied);

    Map<BatchId, Long> members = new HashMap<>();
    store
        .transactions()
        .scan(
            lookup ->
                members.merge(((TransactionLookup.Found) lookup).batch().get(), 1L, Long::sum));
    assertThat(members).hasSize(2);
    twophase.close();
  }
}
