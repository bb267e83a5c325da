package io.twophase.app.audit;

import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.application;
import static io.twophase.domain.testing.Fixtures.credit;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.epoch;
import static io.twophase.domain.testing.Fixtures.token;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.TwoPhase;
import io.twophase.app.testing.Hosts;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.testing.Fixtures;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transition;
import io.twophase.ports.NewRecord;
import io.twophase.ports.TransactionRepository;
import io.twophase.test.forwarding.ForwardingTransactions;
import io.vavr.control.Option;
import java.math.BigInteger;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is off is planted by writes that the protocol would never make, through the ports. */
class AuditTest {

  private static final NewTransaction TEN = transfer("ten", "A", "B", usd("10.00"));

  private final InMemoryStore store = InMemoryStore.create(Clock.systemUTC());
  private final TwoPhase twoPhase = Hosts.alone(store.accounts(), store.transactions());

  @BeforeEach
  void openTwoAccounts() {
    store
        .accounts()
        .open(List.of(account("A").opening(usd("100.00")), account("B").opening(usd("50.00"))));
  }

  @Test
  void findsNothingWhereAllIsWell() {
    twoPhase
        .transfers()
        .transfer(
            new TransferRequest(transactionId("t"), accountId("A"), accountId("B"), usd("10.00")));
    twoPhase.transfers().transfer(accountId("B"), accountId("A"), usd("999.00"));

    AuditReport report = twoPhase.audit().run();

    assertThat(report.findings()).isEmpty();
    assertThat(report.accounts()).isEqualTo(2);
    assertThat(report.transactions()).isEqualTo(Map.of(State.DONE, 1L, State.CANCELED, 1L));
    assertThat(report.balance()).isEqualTo(Map.of(Fixtures.USD, BigInteger.valueOf(15000)));
    assertThat(report.opening()).isEqualTo(report.balance());
  }

  @Test
  void findsATransferThatWasLost() {
    begin(TEN);
    decide(TEN);
    finish(TEN);

    assertThat(kinds()).containsExactly(Finding.Kind.BALANCE_DIFFERS, Finding.Kind.BALANCE_DIFFERS);
  }

  @Test
  void whereRecordsExpireNothingIsSaidOfWhatTheyWouldAddUpTo() {
    twoPhase.transfers().transfer(accountId("A"), accountId("B"), usd("10.00"));
    TransferRequest reversed =
        new TransferRequest(transactionId("t"), accountId("A"), accountId("B"), usd("10.00"));
    twoPhase.transfers().transfer(reversed);
    twoPhase.compensation().reverse(transactionId("t"), "a mistake");

    TransactionRepository withoutT = new Forgetful(store.transactions(), transactionId("t"), true);
    assertThat(Hosts.alone(store.accounts(), withoutT).audit().run())
        .satisfies(report -> assertThat(report.findings()).isEmpty())
        .satisfies(report -> assertThat(report.complete()).isFalse());
    TransactionRepository lostT = new Forgetful(store.transactions(), transactionId("t"), false);
    assertThat(Hosts.alone(store.accounts(), lostT).audit().run())
        .satisfies(
            report ->
                assertThat(report.findings())
                    .extracting(Finding::kind)
                    .contains(Finding.Kind.BALANCE_DIFFERS, Finding.Kind.REVERSAL_DIFFERS))
        .satisfies(report -> assertThat(report.complete()).isTrue());
  }

  @Test
  void whereRecordsExpireTheRestIsStillChecked() {
    begin(TEN);
    hold(TEN, debit("A", usd("10.00")));
    decide(TEN);
    settle(TEN, debit("A", usd("10.00")));
    finish(TEN);
    store.accounts().hold(List.of(new Leg(transactionId("lost"), epoch(1), debit("B", usd("5")))));

    TransactionRepository expiring =
        new Forgetful(store.transactions(), transactionId("nothing"), true);
    assertThat(Hosts.alone(store.accounts(), expiring).audit().run().findings())
        .extracting(Finding::kind)
        .containsExactly(Finding.Kind.SUM_DIFFERS, Finding.Kind.HOLD_WITHOUT_RECORD);
  }

  @Test
  void findsATransferOfWhichOneSideWasLost() {
    begin(TEN);
    hold(TEN, debit("A", usd("10.00")));
    decide(TEN);
    settle(TEN, debit("A", usd("10.00")));
    finish(TEN);

    assertThat(kinds()).containsExactly(Finding.Kind.BALANCE_DIFFERS, Finding.Kind.SUM_DIFFERS);
  }

  @Test
  void findsATransferThatWasDoneTwice() {
    begin(TEN);
    for (int twice = 0; twice < 2; twice++) {
      for (AccountOperation operation : TEN.accountOperations()) {
        hold(TEN, operation);
        settle(TEN, operation);
      }
    }
    decide(TEN);
    finish(TEN);

    // money is conserved: only the replay of the records sees it
    assertThat(kinds()).containsExactly(Finding.Kind.BALANCE_DIFFERS, Finding.Kind.BALANCE_DIFFERS);
  }

  @Test
  void findsMoneyMovedForATransferThatWasCanceled() {
    begin(TEN);
    for (AccountOperation operation : TEN.accountOperations()) {
      hold(TEN, operation);
      settle(TEN, operation);
    }
    cancel(TEN);

    assertThat(kinds()).containsExactly(Finding.Kind.BALANCE_DIFFERS, Finding.Kind.BALANCE_DIFFERS);
  }

  @Test
  void findsAHoldWithoutARecord() {
    hold(TEN, debit("A", usd("10.00")));

    assertThat(twoPhase.audit().run().findings())
        .containsExactly(
            new Finding(
                Finding.Kind.HOLD_WITHOUT_RECORD,
                "A",
                "holds a debit of 10.00 USD for ten, no record"));
  }

  @Test
  void findsAHoldOfAFinishedTransaction() {
    begin(TEN);
    hold(TEN, credit("B", usd("10.00")));
    cancel(TEN);

    assertThat(kinds()).containsExactly(Finding.Kind.HOLD_OF_FINISHED);
  }

  @Test
  void findsAHoldThatItsTransactionDoesNotAskFor() {
    begin(TEN);
    hold(TEN, debit("A", usd("10.01")));

    assertThat(kinds()).containsExactly(Finding.Kind.HOLD_DIFFERS, Finding.Kind.STUCK);
  }

  @Test
  void findsAHoldOfAnEpochThatItsTransactionNeverHad() {
    begin(TEN);
    store.accounts().hold(List.of(new Leg(TEN.id(), epoch(7), TEN.accountOperations().get(0))));

    assertThat(kinds()).containsExactly(Finding.Kind.HOLD_DIFFERS, Finding.Kind.STUCK);
  }

  @Test
  void findsAnAppliedTransferOnAnAccountThatIsNotThere() {
    NewTransaction away = transfer("away", "A", "nowhere", usd("10.00"));
    begin(away);
    hold(away, away.accountOperations().get(0));
    decide(away);
    settle(away, away.accountOperations().get(0));
    finish(away);

    assertThat(kinds())
        .containsExactlyInAnyOrder(Finding.Kind.ACCOUNT_MISSING, Finding.Kind.SUM_DIFFERS);
    assertThat(twoPhase.audit().run().findings())
        .contains(
            new Finding(
                Finding.Kind.ACCOUNT_MISSING,
                "nowhere",
                "is not there, and transactions moved 10.00 USD on it"));
  }

  @Test
  void findsAStuckTransactionAndLeavesAYoungOneAlone() {
    begin(TEN);

    assertThat(kinds()).containsExactly(Finding.Kind.STUCK);
    Audit patient =
        new Audit(store.accounts(), store.transactions(), Option.none(), Duration.ofMinutes(30));
    assertThat(patient.run().findings()).isEmpty();
  }

  @Test
  void whatWasClosedSinceItsRecordWasReadIsNotStuck() {
    begin(TEN);
    TEN.accountOperations().forEach(operation -> hold(TEN, operation));
    decide(TEN);
    TEN.accountOperations().forEach(operation -> settle(TEN, operation));
    assertThat(kinds()).containsExactly(Finding.Kind.STUCK);
    TransactionLookup open = store.transactions().find(List.of(TEN.id())).get(0);
    finish(TEN);

    TransactionRepository older =
        new ForwardingTransactions(store.transactions()) {
          @Override
          public void scan(Consumer<TransactionLookup> consumer) {
            consumer.accept(open);
          }
        };
    assertThat(Hosts.alone(store.accounts(), older).audit().run().findings()).isEmpty();
  }

  @Test
  void takesAHalfSettledTransferForWhatItIs() {
    begin(TEN);
    TEN.accountOperations().forEach(operation -> hold(TEN, operation));
    decide(TEN);
    settle(TEN, debit("A", usd("10.00")));

    assertThat(kinds()).containsExactly(Finding.Kind.STUCK);
  }

  @Test
  void findsAHoldThatAnAppliedTransactionHasLost() {
    begin(TEN);
    TEN.accountOperations().forEach(operation -> hold(TEN, operation));
    decide(TEN);
    store.accounts().release(List.of(new Leg(TEN.id(), epoch(1), TEN.accountOperations().get(0))));

    assertThat(kinds()).containsExactly(Finding.Kind.HOLD_MISSING, Finding.Kind.STUCK);
    assertThat(twoPhase.audit().run().findings().get(0).detail())
        .isEqualTo("neither holds nor has settled the debit of 10.00 USD of ten");
  }

  @Test
  void saysHowLongInTheWordsOfTheCommandLine() {
    assertThat(FindingText.duration(Duration.ofMillis(90_061_001))).isEqualTo("25h1m1s");
    assertThat(FindingText.duration(Duration.ofMillis(7))).isEqualTo("0s");
    begin(TEN);

    assertThat(twoPhase.audit().run().findings().get(0).detail())
        .matches("pending, unmodified for [0-9]+s");
  }

  @Test
  void findsAReversalOfWhatNeverHappenedAndOneOfAnotherAmountAndASecondOne() {
    runWhole(TEN);
    runWhole(reversal("r1", "10.00"));
    assertThat(kinds()).isEmpty();
    runWhole(reversal("r2", "9.00"));
    assertThat(kinds()).containsExactly(Finding.Kind.REVERSAL_DIFFERS, Finding.Kind.REVERSED_TWICE);
    assertThat(twoPhase.audit().run().findings())
        .contains(new Finding(Finding.Kind.REVERSED_TWICE, "ten", "reversed by r1 and r2"));
    runWhole(
        new NewTransaction(
            transactionId("r3"), TEN.accountOperations(), Option.some(transactionId("never"))));
    assertThat(kinds())
        .containsExactly(
            Finding.Kind.REVERSAL_DIFFERS,
            Finding.Kind.REVERSAL_DIFFERS,
            Finding.Kind.REVERSED_TWICE);
  }

  private static NewTransaction reversal(String id, String amount) {
    return new NewTransaction(
        transactionId(id),
        List.of(debit("B", usd(amount)), credit("A", usd(amount))),
        Option.some(TEN.id()));
  }

  private void runWhole(NewTransaction body) {
    begin(body);
    body.accountOperations().forEach(operation -> hold(body, operation));
    decide(body);
    body.accountOperations().forEach(operation -> settle(body, operation));
    finish(body);
  }

  private List<Finding.Kind> kinds() {
    return twoPhase.audit().run().findings().stream().map(Finding::kind).toList();
  }

  private void begin(NewTransaction body) {
    store.transactions().begin(List.of(new NewRecord.Begun(body, application("test"), token("t"))));
  }

  private void decide(NewTransaction body) {
    advance(new Transition.Decide(body.id(), epoch(1)));
  }

  private void finish(NewTransaction body) {
    advance(new Transition.Finish(body.id()));
  }

  private void cancel(NewTransaction body) {
    advance(
        new Transition.BeginCancel(
            body.id(), epoch(1), new CancelReason.Requested("test"), token("t")));
    advance(new Transition.FinishCancel(body.id()));
  }

  private void advance(Transition transition) {
    store.transactions().advance(List.of(transition));
  }

  private void hold(NewTransaction body, AccountOperation operation) {
    store.accounts().hold(List.of(new Leg(body.id(), epoch(1), operation)));
  }

  private void settle(NewTransaction body, AccountOperation operation) {
    store.accounts().settle(List.of(new Leg(body.id(), epoch(1), operation)));
  }
}
