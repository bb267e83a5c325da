package io.twophase.app.transfer;

import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.app.TwoPhase;
import io.twophase.app.authorization.AuthorizeOutcome;
import io.twophase.app.compensation.ReverseOutcome;
import io.twophase.app.recovery.RecoveryRequest;
import io.twophase.app.testing.DocumentWrites;
import io.twophase.app.testing.FaultyStores;
import io.twophase.app.testing.Hosts;
import io.twophase.domain.Money;
import io.twophase.domain.account.HoldRefusal;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.hold.Account;
import io.twophase.domain.transaction.BodyDifference;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.twophase.domain.transaction.TransactionRefusal;
import io.twophase.test.fault.Fault;
import io.twophase.test.fault.FaultyStore;
import io.twophase.test.fault.WriteKind;
import io.vavr.control.Option;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Transfers of as much as there is, through the front door. */
class AtMostTest {

  private static final TransferRequest NINETY = request("t", 90);

  private final FaultyStore store = FaultyStores.inMemory(Clock.systemUTC());
  private final TwoPhase host = Hosts.alone(store);

  @BeforeEach
  void openAccounts() {
    store
        .accounts()
        .open(
            List.of(
                account("A").opening(cents(70)),
                account("B").opening(cents(0)),
                account("C").opening(cents(1_000))));
  }

  @AfterEach
  void nothingIsOff() {
    assertThat(host.audit().run().findings()).isEmpty();
    assertThat(accountOf("A").holds()).isEmpty();
    assertThat(accountOf("B").holds()).isEmpty();
    host.close();
  }

  private static TransferRequest request(String id, long amount) {
    return new TransferRequest(transactionId(id), accountId("A"), accountId("B"), cents(amount))
        .takingAtMost();
  }

  private Account accountOf(String id) {
    return new DocumentWrites(store).read(accountId(id));
  }

  private Transaction record(String id) {
    return store.records().findMembers(List.of(transactionId(id))).get(0).transaction().get();
  }

  private static Option<Money> moved(TransactionOutcome outcome) {
    return outcome.orElseThrow().moved();
  }

  @Test
  void allThatIsThereIsMovedAndTheOutcomeSaysHowMuch() {
    assertThat(moved(host.transfers().transfer(NINETY))).contains(cents(70));
    assertThat(accountOf("A").balance()).isZero();
    assertThat(accountOf("B").balance()).isEqualTo(70);
    assertThat(record("t").capturedOperations())
        .extracting(operation -> operation.amount().minor())
        .containsExactly(70L, 70L);
  }

  @Test
  void noMoreThanIsAskedForIsMoved() {
    assertThat(moved(host.transfers().transfer(request("t", 30)))).contains(cents(30));
    assertThat(accountOf("A").balance()).isEqualTo(40);
  }

  @Test
  void askedAgainItHasTheSameAnswerWhateverIsThereByThen() {
    host.transfers().transfer(NINETY);
    host.transfers().transfer(accountId("C"), accountId("A"), cents(50)).orElseThrow();

    TransactionOutcome again = host.transfers().transfer(NINETY);

    assertThat(moved(again)).contains(cents(70));
    assertThat(again.orElseThrow().foundDecided()).isTrue();
    assertThat(accountOf("B").balance()).isEqualTo(70);
  }

  @Test
  void theSameIdForAllOfItIsAnother() {
    host.transfers().transfer(NINETY);

    assertThat(
            host.transfers()
                .transfer(
                    new TransferRequest(
                        NINETY.id(), NINETY.source(), NINETY.destination(), NINETY.amount())))
        .isEqualTo(
            new TransactionOutcome.Refused(
                NINETY.id(),
                new Refusal.IdReused(
                    NINETY.id(),
                    Option.some(record("t")),
                    List.of(new BodyDifference("amount", "at most 0.90 USD", "0.90 USD"))),
                true,
                false,
                Option.none()));
  }

  @Test
  void nothingThereIsAnAnswerOfItsOwn() {
    host.transfers().transfer(NINETY);

    assertThat(host.transfers().transfer(request("t2", 5)))
        .isEqualTo(
            new TransactionOutcome.Refused(
                transactionId("t2"),
                new Refusal.Canceled(
                    new CancelReason.Refused(
                        new HoldRefusal.NothingAvailable(accountId("A"), cents(5)))),
                true,
                false,
                Option.none()));
  }

  @Test
  void aTransactionOfADebitAndACreditMayAskForItToo() {
    TransactionOutcome outcome =
        host.run(
            TransactionRequest.of(transactionId("t"))
                .debitAtMost(accountId("A"), cents(90))
                .credit(accountId("B"), cents(90)));

    assertThat(moved(outcome)).contains(cents(70));
  }

  @Test
  void nobodyHasSaidWhoOfSeveralGetsHowMuch() {
    TransactionRequest fees =
        TransactionRequest.of(transactionId("t"))
            .debitAtMost(accountId("A"), cents(90))
            .credit(accountId("B"), cents(80))
            .credit(accountId("C"), cents(10));
    TransactionRequest backwards =
        TransactionRequest.of(transactionId("t"))
            .credit(accountId("B"), cents(90))
            .debitAtMost(accountId("A"), cents(90));

    for (TransactionRequest request : List.of(fees, backwards)) {
      assertThat(host.run(request))
          .isEqualTo(
              new TransactionOutcome.Refused(
                  transactionId("t"),
                  new Refusal.Invalid(new TransactionRefusal.AtMostOfMany()),
                  true,
                  false,
                  Option.none()));
    }
  }

  @Test
  void anAuthorizationCannotTakeAsMuchAsThereIs() {
    AuthorizeOutcome outcome =
        host.authorizations().authorize(NINETY, new AuthorizationTerms(Duration.ofDays(1)));

    assertThat(outcome).isInstanceOf(AuthorizeOutcome.Refused.class);
    assertThat(((AuthorizeOutcome.Refused) outcome).refusal())
        .isEqualTo(
            new Refusal.Invalid(new TransactionRefusal.AtMostAuthorized(transactionId("t"))));
  }

  @Test
  void whatWasMovedIsReversedAndNoMore() {
    host.transfers().transfer(NINETY);

    assertThat(host.compensation().reverse(NINETY.id(), "a mistake"))
        .isInstanceOf(ReverseOutcome.Reversed.class);
    assertThat(accountOf("A").balance()).isEqualTo(70);
    assertThat(accountOf("B").balance()).isZero();
  }

  @ParameterizedTest
  @EnumSource(
      value = WriteKind.class,
      names = {"BEGIN", "HOLD", "ADVANCE", "SETTLE"})
  void whateverHasNoAnswerItIsMovedOnce(WriteKind kind) {
    for (Fault fault : List.of(Fault.LOSE_ANSWER, Fault.LOSE_REQUEST)) {
      TransferRequest request = request("t " + kind + " " + fault, 30);
      store.faults().when(kind).next(fault);

      assertThat(moved(host.transfers().transfer(request))).contains(cents(30));
    }
    assertThat(accountOf("B").balance()).isEqualTo(60);
  }

  @Test
  void recoveryGoesOnWithWhatIsHeld() {
    host.transfers().enqueue(NINETY);
    host.recovery().pass(RecoveryRequest.olderThan(Duration.ZERO), recovered -> {});

    assertThat(record("t").state()).isEqualTo(State.DONE);
    assertThat(accountOf("B").balance()).isEqualTo(70);
  }

  @Test
  void besideOthersOfABatchItIsInItsTurn() {
    List<TransferRequest> all = new ArrayList<>();
    for (int at = 0; at < 6; at++) {
      all.add(
          at % 3 == 1
              ? request("t" + at, 15)
              : new TransferRequest(
                  transactionId("t" + at), accountId("A"), accountId("B"), cents(20)));
    }
    List<TransactionOutcome> outcomes = new ArrayList<>();

    host.transfers().transferAll(all.iterator(), Order.AS_GIVEN, outcomes::add);

    assertThat(outcomes.get(0).isApplied()).isTrue();
    assertThat(moved(outcomes.get(1))).contains(cents(15));
    assertThat(outcomes.get(2).isApplied()).isTrue();
    assertThat(outcomes.get(3).isApplied()).isFalse();
    assertThat(moved(outcomes.get(4))).contains(cents(15));
    assertThat(outcomes.get(5).isApplied()).isFalse();
    assertThat(accountOf("B").balance()).isEqualTo(70);
  }
}
