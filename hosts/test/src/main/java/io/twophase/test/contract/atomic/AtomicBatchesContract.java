package io.twophase.test.contract.atomic;

import static io.twophase.domain.testing.Fixtures.APP;
import static io.twophase.domain.testing.Fixtures.EUR;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.credit;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.money;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transaction;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.account.Account;
import io.twophase.domain.account.AccountFigures;
import io.twophase.domain.account.HoldRefusal;
import io.twophase.domain.account.Opening;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.atomic.AtomicOutcome;
import io.twophase.domain.atomic.Fate;
import io.twophase.domain.id.Epoch;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.outcome.AccountHoldOutcome;
import io.twophase.domain.outcome.AccountLookup;
import io.twophase.domain.outcome.BeginOutcome;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.twophase.ports.AtomicBatches;
import io.twophase.ports.NewRecord;
import io.twophase.ports.Store;
import io.twophase.test.contract.Race;
import io.vavr.control.Option;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** All that {@link AtomicBatches} promise. An adapter's test says how to get a store. */
public abstract class AtomicBatchesContract {

  private static final Fate APPLIED = new Fate.Applied();
  private static final Fate LEFT = new Fate.Left();
  private static final int RACERS = 6;

  private Store store;
  private AtomicBatches batches;

  /** Gives a store that is fresh and empty, and has atomic batches: asked once for each test. */
  protected abstract Store store();

  @BeforeEach
  void openAccounts() {
    store = store();
    batches = store.atomicBatches().get();
    store
        .accounts()
        .open(
            List.of(
                opening("A", 100),
                opening("B", 0),
                Opening.of(accountId("C"), cents(0), cents(0), Option.some(cents(50))).get()));
  }

  private static Opening opening(String id, long balance) {
    return Opening.of(accountId(id), cents(balance)).get();
  }

  private static NewRecord.Begun begun(NewTransaction body) {
    return new NewRecord.Begun(body, APP, token("owner of " + body.id()));
  }

  private AtomicOutcome run(boolean inOrder, NewTransaction... bodies) {
    return batches.run(Arrays.stream(bodies).map(AtomicBatchesContract::begun).toList(), inOrder);
  }

  private List<Fate> fates(NewTransaction... bodies) {
    return fates(run(false, bodies));
  }

  private static List<Fate> fates(AtomicOutcome outcome) {
    assertThat(outcome).isInstanceOf(AtomicOutcome.Committed.class);
    return ((AtomicOutcome.Committed) outcome).fates();
  }

  private static NewTransaction move(String id, String from, String to, long amount) {
    return transfer(id, from, to, cents(amount));
  }

  private Account account(String id) {
    AccountLookup found = store.accounts().find(List.of(accountId(id))).get(0);
    assertThat(found).isInstanceOf(AccountLookup.Found.class);
    Account account = ((AccountLookup.Found) found).account();
    assertThat(AccountFigures.fault(account)).isEmpty();
    return account;
  }

  private TransactionLookup lookup(String id) {
    return store.transactions().find(List.of(transactionId(id))).get(0);
  }

  private Transaction record(String id) {
    TransactionLookup found = lookup(id);
    assertThat(found).isInstanceOf(TransactionLookup.Found.class);
    return ((TransactionLookup.Found) found).record();
  }

  private void isNotThere(String id) {
    assertThat(lookup(id)).isInstanceOf(TransactionLookup.Absent.class);
  }

  @Test
  void whatIsAppliedHasMovedAndItsRecordIsDone() {
    assertThat(fates(move("t1", "A", "B", 30))).containsExactly(APPLIED);

    assertThat(account("A").balance()).isEqualTo(70);
    assertThat(account("A").available()).isEqualTo(70);
    assertThat(account("B").balance()).isEqualTo(30);
    assertThat(account("A").holds()).isEmpty();
    Transaction record = record("t1");
    assertThat(record.state()).isEqualTo(State.DONE);
    assertThat(record.epoch()).isEqualTo(Epoch.FIRST);
    assertThat(record.body()).isEqualTo(move("t1", "A", "B", 30));
    assertThat(record.application()).containsExactly(APP);
    assertThat(record.token()).containsExactly(token("owner of t1"));
    assertThat(record.history())
        .extracting(step -> step.state())
        .containsExactly(State.PENDING, State.APPLIED, State.DONE);
  }

  @Test
  void whatIsRefusedIsStoredWithItsReason() {
    HoldRefusal refusal = new HoldRefusal.InsufficientFunds(accountId("A"), cents(100), cents(101));
    assertThat(fates(move("t1", "A", "B", 101))).containsExactly(new Fate.Refused(refusal));

    assertThat(record("t1").state()).isEqualTo(State.CANCELED);
    assertThat(record("t1").reason()).containsExactly(new CancelReason.Refused(refusal));
    assertThat(record("t1").history())
        .extracting(step -> step.state())
        .containsExactly(State.PENDING, State.CANCELING, State.CANCELED);
    assertThat(account("A").balance()).isEqualTo(100);
  }

  @Test
  void aLaterOneSpendsWhatAnEarlierOneBrought() {
    assertThat(
            fates(
                move("t1", "B", "C", 10),
                move("t2", "A", "B", 30),
                move("t3", "B", "C", 20),
                move("t4", "C", "A", 20)))
        .extracting(fate -> fate.fold(() -> "applied", refusal -> "refused", () -> "left"))
        .containsExactly("refused", "applied", "applied", "applied");
    assertThat(account("A").balance()).isEqualTo(90);
    assertThat(account("B").balance()).isEqualTo(10);
    assertThat(account("C").balance()).isZero();
  }

  @Test
  void eachRuleOfAnAccountIsKept() {
    store.accounts().open(List.of(opening("frozen", 5)));
    store.accounts().change(accountId("frozen"), StatusChange.FREEZE);
    assertThat(
            fates(
                move("t1", "A", "nobody", 1),
                move("t2", "A", "frozen", 1),
                move("t3", "A", "C", 51),
                transfer("t4", "A", "B", money("0.01", EUR))))
        .extracting(fate -> fate.fold(() -> "applied", HoldRefusal::kind, () -> "left"))
        .containsExactly("NoSuchAccount", "AccountFrozen", "CeilingReached", "CurrencyMismatch");
    assertThat(account("A").balance()).isEqualTo(100);
  }

  @Test
  void manyLegsHappenTogetherOrNotAtAll() {
    assertThat(
            fates(
                transaction(
                    "t1", debit("A", cents(60)), credit("B", cents(10)), credit("C", cents(50))),
                transaction(
                    "t2", debit("A", cents(20)), credit("B", cents(10)), credit("C", cents(10)))))
        .extracting(fate -> fate.fold(() -> "applied", HoldRefusal::kind, () -> "left"))
        .containsExactly("applied", "CeilingReached");
    assertThat(account("A").balance()).isEqualTo(40);
    assertThat(account("B").balance()).isEqualTo(10);
    assertThat(account("C").balance()).isEqualTo(50);
  }

  @Test
  void whatOthersHoldIsNotTheirsToSpendAndStays() {
    NewTransaction others = move("other", "A", "B", 80);
    store.transactions().begin(List.of(begun(others)));
    List<Leg> legs =
        others.accountOperations().stream()
            .map(operation -> new Leg(others.id(), epoch(1), operation))
            .toList();
    assertThat(store.accounts().hold(legs)).containsOnly(AccountHoldOutcome.held());

    assertThat(fates(move("t1", "A", "C", 21), move("t2", "A", "C", 20)))
        .extracting(fate -> fate.fold(() -> "applied", HoldRefusal::kind, () -> "left"))
        .containsExactly("InsufficientFunds", "applied");
    assertThat(account("A").holds()).hasSize(1);
    store.accounts().settle(legs);
    assertThat(account("A").balance()).isZero();
    assertThat(account("B").balance()).isEqualTo(80);
  }

  @Test
  void anIdThatIsTakenKeepsTheWholeCallFromRunning() {
    store.transactions().begin(List.of(begun(move("t2", "A", "B", 1))));

    assertThat(run(false, move("t1", "A", "B", 5), move("t2", "A", "B", 1)))
        .isEqualTo(new AtomicOutcome.NotRun(true));
    isNotThere("t1");
    assertThat(record("t2").state()).isEqualTo(State.PENDING);
    assertThat(account("A").balance()).isEqualTo(100);
  }

  @Test
  void whatIsDoneKeepsItsIdFromEverBeingBegun() {
    fates(move("t1", "A", "B", 5));

    assertThat(store.transactions().begin(List.of(begun(move("t1", "A", "B", 5)))))
        .containsExactly(BeginOutcome.ID_TAKEN);
    assertThat(run(false, move("t1", "A", "B", 5))).isEqualTo(new AtomicOutcome.NotRun(true));
    assertThat(account("A").balance()).isEqualTo(95);
  }

  @Test
  void nothingIsStoredOfWhatIsLeft() {
    NewTransaction held = move("held", "A", "B", 1);
    store.accounts().hold(List.of(new Leg(held.id(), epoch(1), held.accountOperations().get(0))));

    assertThat(fates(held, move("t1", "A", "C", 2))).containsExactly(LEFT, APPLIED);
    isNotThere("held");
    assertThat(run(true, held, move("t2", "A", "C", 3), move("t3", "C", "B", 1)))
        .isEqualTo(new AtomicOutcome.NotRun(true));
    isNotThere("t2");
    isNotThere("t3");
  }

  @Test
  void inOrderOneThatIsLeftKeepsThoseBehindItThatShareAnAccount() {
    store.accounts().open(List.of(opening("D", 9), opening("E", 0), opening("F", 9)));
    NewTransaction held = move("held", "B", "C", 1);
    store.accounts().hold(List.of(new Leg(held.id(), epoch(1), held.accountOperations().get(1))));

    NewTransaction[] rows = {
      held, move("t1", "D", "C", 1), move("t2", "D", "E", 9), move("t3", "F", "A", 9)
    };
    assertThat(fates(run(true, rows))).containsExactly(LEFT, LEFT, LEFT, APPLIED);
    isNotThere("t2");
    assertThat(account("D").balance()).isEqualTo(9);
  }

  @Test
  void ofManyAtOnceEachIsWholeAndNoneIsLost() {
    int rounds = 10;
    List<Integer> applied =
        Race.of(
            RACERS,
            racer ->
                (int)
                    IntStream.range(0, rounds)
                        .filter(round -> isCommitted(racer + "-" + round))
                        .count());

    int committed = applied.stream().mapToInt(Integer::intValue).sum();
    assertThat(committed).isPositive();
    assertThat(account("A").balance()).isEqualTo(100L - committed);
    assertThat(account("B").balance()).isEqualTo(committed);
    long recorded =
        IntStream.range(0, RACERS * rounds)
            .filter(
                at ->
                    lookup("t" + at / rounds + "-" + at % rounds)
                        instanceof TransactionLookup.Found)
            .count();
    assertThat(recorded).isEqualTo(committed);
  }

  private boolean isCommitted(String id) {
    AtomicOutcome outcome = run(false, move("t" + id, "A", "B", 1));
    assertThat(outcome).isNotInstanceOf(AtomicOutcome.InDoubt.class);
    return outcome instanceof AtomicOutcome.Committed;
  }
}
