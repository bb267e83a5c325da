package io.twophase.app.batch;

import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.TwoPhase;
import io.twophase.app.compensation.CancelOutcome;
import io.twophase.app.compensation.ReverseOutcome;
import io.twophase.app.recovery.Recovered;
import io.twophase.app.recovery.RecoveryRequest;
import io.twophase.app.testing.DocumentWrites;
import io.twophase.app.testing.Hosts;
import io.twophase.app.testing.ProcessDeath;
import io.twophase.app.testing.RecordedStore;
import io.twophase.app.transfer.Order;
import io.twophase.app.transfer.Refusal;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.account.HoldRefusal;
import io.twophase.domain.hold.Account;
import io.twophase.domain.hold.Answer;
import io.twophase.domain.hold.Ending;
import io.twophase.domain.hold.Placing;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.hold.Target;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.twophase.ports.Holds;
import io.twophase.ports.Store;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import io.twophase.test.fault.Interceptor;
import io.twophase.test.forwarding.ForwardingHolds;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Transfers that one record decides, by way of the front door. */
class RecordsOfSeveralTest {

  private final InMemoryStore store = InMemoryStore.create(InstantSource.system());
  private final TwoPhase host = Hosts.amongOthers(store, 500);

  @AfterEach
  void nothingIsOff() {
    assertThat(host.audit().run().findings()).isEmpty();
    host.close();
  }

  private static void open(Store there, String id, long cents) {
    there.accounts().open(List.of(account(id).opening(cents(cents))));
  }

  private void open(String id, long cents) {
    open(store, id, cents);
  }

  private static TransferRequest request(
      String id, String source, String destination, long amount) {
    return new TransferRequest(
        transactionId(id), accountId(source), accountId(destination), cents(amount));
  }

  private static List<TransactionOutcome> inOrder(TwoPhase by, List<TransferRequest> rows) {
    return by.transfers().transferAll(rows, Order.AS_GIVEN);
  }

  private List<TransactionOutcome> inOrder(TransferRequest... rows) {
    return inOrder(host, List.of(rows));
  }

  private List<TransactionOutcome> inAnyOrder(TransferRequest... rows) {
    return host.transfers().transferAll(List.of(rows), Order.ANY);
  }

  private Account read(String id) {
    return new DocumentWrites(store).read(accountId(id));
  }

  private RecordId decider(String id) {
    return store.records().findMembers(List.of(transactionId(id))).get(0).decider().get();
  }

  private static Transaction found(Store there, String id) {
    return there.records().findMembers(List.of(transactionId(id))).get(0).transaction().get();
  }

  private static List<Boolean> applied(List<TransactionOutcome> outcomes) {
    return outcomes.stream().map(TransactionOutcome::isApplied).toList();
  }

  @Test
  void aCreditOfOneRowPaysForTheNext() {
    open("A", 10);
    open("B", 0);
    open("C", 0);

    List<TransactionOutcome> outcomes =
        inOrder(
            request("t1", "A", "B", 10), request("t2", "B", "C", 10), request("t3", "C", "A", 10));

    assertThat(outcomes)
        .allMatch(TransactionOutcome::isApplied)
        .noneMatch(TransactionOutcome::isOpenEnded);
    assertThat(decider("t1")).isEqualTo(decider("t3")).matches(RecordId::isOfMany);
    assertThat(found(store, "t2").state()).isEqualTo(State.DONE);
    assertThat(read("A").balance()).isEqualTo(10);
  }

  @Test
  void whatDoesNotFitIsRefusedByNameAndFigure() {
    open("A", 10);
    open("B", 0);

    List<TransactionOutcome> outcomes =
        inOrder(
            request("t1", "A", "B", 7), request("t2", "A", "B", 7), request("t3", "A", "none", 1));

    assertThat(applied(outcomes)).containsExactly(true, false, false);
    assertThat(refusal(outcomes.get(1)))
        .isEqualTo(new HoldRefusal.InsufficientFunds(accountId("A"), cents(3), cents(7)));
    assertThat(refusal(outcomes.get(2)))
        .isEqualTo(new HoldRefusal.NoSuchAccount(accountId("none")));
    assertThat(read("B").balance()).isEqualTo(7);
    assertThat(found(store, "t2").state()).isEqualTo(State.CANCELED);
  }

  private static HoldRefusal refusal(TransactionOutcome outcome) {
    Refusal refusal = ((TransactionOutcome.Refused) outcome).refusal();
    return ((CancelReason.Refused) ((Refusal.Canceled) refusal).reason()).refusal();
  }

  @Test
  void whoAsksAgainGetsTheSameAnswer() {
    open("A", 10);
    open("B", 0);
    TransferRequest[] rows = {request("t1", "A", "B", 7), request("t2", "A", "B", 7)};
    inOrder(rows);

    List<TransactionOutcome> again = inAnyOrder(rows);

    assertThat(applied(again)).containsExactly(true, false);
    assertThat(((TransactionOutcome.Applied) again.get(0)).foundDecided()).isTrue();
    assertThat(((TransactionOutcome.Refused) again.get(1)).foundDecided()).isTrue();
    assertThat(read("B").balance()).isEqualTo(7);
  }

  @Test
  void anIdWithOtherFiguresIsRefused() {
    open("A", 10);
    open("B", 0);
    inOrder(request("t1", "A", "B", 1), request("t2", "A", "B", 1));

    List<TransactionOutcome> other =
        inAnyOrder(request("t1", "A", "B", 2), request("t3", "A", "B", 1));

    assertThat(((TransactionOutcome.Refused) other.get(0)).refusal())
        .isInstanceOf(Refusal.IdReused.class);
    assertThat(other.get(1).isApplied()).isTrue();
    assertThat(read("A").balance()).isEqualTo(7);
  }

  @Test
  void aMemberIsReversedOnce() {
    open("A", 10);
    open("B", 0);
    inOrder(request("t1", "A", "B", 4), request("t2", "A", "B", 1));

    for (int time = 0; time < 2; time++) {
      assertThat(host.compensation().reverse(transactionId("t1"), "wrong"))
          .isInstanceOf(ReverseOutcome.Reversed.class);
      assertThat(read("A").balance()).isEqualTo(9);
    }
  }

  @Test
  void aMemberThatIsDecidedIsNotCanceled() {
    open("A", 10);
    open("B", 0);
    inOrder(request("t1", "A", "B", 4), request("t2", "A", "B", 9));

    assertThat(host.compensation().cancel(transactionId("t1"), "no"))
        .isInstanceOf(CancelOutcome.AlreadyDecided.class);
    assertThat(host.compensation().cancel(transactionId("t2"), "no"))
        .isInstanceOf(CancelOutcome.Canceled.class);
  }

  /** Whoever asks settles what another has decided, though that one may be alive. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void whatAnotherHasDecidedIsFinishedForWhoeverAsks(int asked) {
    int decided = 0;
    for (int lastCall = 0; lastCall < 8; lastCall++) {
      InMemoryStore halfway = InMemoryStore.create(InstantSource.system());
      open(halfway, "A", 10);
      open(halfway, "B", 0);
      List<TransferRequest> rows = List.of(request("t1", "A", "B", 7), request("t2", "B", "A", 5));
      RecordedStore dying = new RecordedStore(halfway).dyingAt(lastCall, true);
      try {
        inOrder(Hosts.amongOthers(dying.store(), 500), rows);
      } catch (ProcessDeath dead) {
        // others take it for alive
      }
      if (halfway
          .records()
          .findMembers(List.of(transactionId("t1")))
          .get(0)
          .transaction()
          .exists(there -> there.state() == State.APPLIED)) {
        decided++;

        assertThat(inOrder(Hosts.amongOthers(halfway, 500), rows.subList(0, asked)))
            .allMatch(TransactionOutcome::isApplied)
            .noneMatch(TransactionOutcome::isOpenEnded);
      }
    }
    assertThat(decided).isPositive();
  }

  private TwoPhase over(UnaryOperator<Holds> planted) {
    return Hosts.amongOthers(Interceptor.replacing(store, Holds.class, planted), 500);
  }

  /** A payment comes between each look at an account that has too little, and its hold. */
  @Test
  void anAccountThatIsPaidWithoutEndIsLookedAtPatientlyAndThenLeftToTheTransfersAlone() {
    open("A", 10);
    open("B", 0);
    open("C", 20);
    AtomicInteger looks = new AtomicInteger();
    TwoPhase slow =
        over(
            sound ->
                new ForwardingHolds(sound) {
                  @Override
                  public List<Answer> place(List<Placing> asked) {
                    if (asked.stream().noneMatch(RecordsOfSeveralTest::isReduced)) {
                      return super.place(asked);
                    }
                    int payment = looks.incrementAndGet();
                    inAnyOrder(request("in" + payment, "C", "A", 1));
                    List<Answer> answers = super.place(asked);
                    inAnyOrder(request("out" + payment, "A", "C", 1));
                    return answers;
                  }
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
            range -> range.range().had().isDefined() || range.range().could().isDefined(),
            document -> false);
  }

  private void openFour() {
    List.of("A", "B", "C", "D").forEach(id -> open(id, 10));
  }

  private static boolean isSettle(Ending ending, String account) {
    return ending.happens() && ending.target().equals(new Target.OfAccount(accountId(account)));
  }

  /** One account refuses each write, as one does whose balance is no number. */
  @Test
  void oneDamagedAccountKeepsNoOtherFromBeingSettled() {
    openFour();
    AtomicBoolean isDamaged = new AtomicBoolean(true);
    TwoPhase damaged =
        over(
            sound ->
                new ForwardingHolds(sound) {
                  @Override
                  public List<MatchOutcome> end(List<Ending> asked) {
                    if (isDamaged.get() && asked.stream().anyMatch(one -> isSettle(one, "B"))) {
                      throw new StoreException("account B: its balance is no int64");
                    }
                    return super.end(asked);
                  }
                });

    assertThat(
            damaged
                .transfers()
                .transferAll(
                    List.of(request("t1", "A", "B", 7), request("t2", "C", "D", 7)), Order.ANY))
        .allMatch(TransactionOutcome::isApplied);
    for (String id : List.of("A", "C", "D")) {
      assertThat(read(id).holds()).as(id).isEmpty();
    }
    assertThat(read("D").balance()).isEqualTo(17);
    assertThat(recovered(damaged))
        .singleElement()
        .isInstanceOfSatisfying(
            Recovered.Unfinished.class,
            left -> assertThat(left.why()).contains("account B: its balance is no int64"));

    isDamaged.set(false);
    assertThat(recovered(damaged)).singleElement().isInstanceOf(Recovered.Done.class);
    assertThat(read("B").balance()).isEqualTo(17);
    damaged.close();
  }

  /** One account cannot be held, as one cannot that a validator of the server's refuses. */
  @Test
  void oneAccountThatCannotBeHeldKeepsNoOtherFromBeingHeld() {
    openFour();
    Target broken = new Target.OfAccount(accountId("B"));
    TwoPhase damaged =
        over(
            sound ->
                new ForwardingHolds(sound) {
                  @Override
                  public List<Answer> place(List<Placing> asked) {
                    if (asked.stream().anyMatch(one -> one.claim().target().equals(broken))) {
                      throw new StoreException("account B fails validation");
                    }
                    return super.place(asked);
                  }
                });

    List<TransactionOutcome> outcomes =
        damaged
            .transfers()
            .transferAll(
                List.of(request("t1", "A", "B", 7), request("t2", "C", "D", 7)), Order.ANY);

    assertThat(outcomes.get(0))
        .isInstanceOfSatisfying(
            TransactionOutcome.Unknown.class,
            unknown -> assertThat(unknown.why()).contains("account B fails validation"));
    assertThat(outcomes.get(1).isApplied()).isTrue();
    assertThat(outcomes.get(1).isOpenEnded()).isFalse();
    damaged.close();
    assertThat(inAnyOrder(request("t1", "A", "B", 7))).allMatch(TransactionOutcome::isApplied);
  }

  private static List<Recovered> recovered(TwoPhase by) {
    List<Recovered> recovered = new ArrayList<>();
    by.recovery().pass(RecoveryRequest.olderThan(Duration.ZERO), recovered::add);
    return recovered;
  }

  /** Each further account would wait once more for a server to be found. */
  @Test
  void aStoreThatDiesWhileAccountsAreAskedApartIsAskedForNoFurtherOne() {
    openFour();
    List<Target> settled = new ArrayList<>();
    TwoPhase dying =
        over(
            sound ->
                new ForwardingHolds(sound) {
                  @Override
                  public List<MatchOutcome> end(List<Ending> asked) {
                    settled.add(asked.get(0).target());
                    if (settled.size() == 1) {
                      throw new StoreException("an account cannot be changed");
                    }
                    if (settled.size() == 3) {
                      throw new StoreUnavailableException("no server", new TimeoutException());
                    }
                    return super.end(asked);
                  }
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
    open("A", 10_000);
    open(to, 0);
    TwoPhase large = Hosts.amongOthers(store, 24_001);
    List<TransferRequest> rows =
        IntStream.range(0, 4_000)
            .mapToObj(at -> request("%05d".formatted(at) + rest, "A", to, 1))
            .toList();

    assertThat(large.transfers().transferAll(rows, Order.ANY))
        .allMatch(TransactionOutcome::isApplied);

    Map<RecordId, Long> members =
        rows.stream()
            .map(row -> decider(row.id().value()))
            .collect(Collectors.groupingBy(each -> each, Collectors.counting()));
    assertThat(members).hasSizeBetween(2, 3);
    large.close();
  }
}
