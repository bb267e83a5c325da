package io.twophase.example;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.Transfers;
import io.twophase.TwoPhase;
import io.twophase.TwoPhaseListener;
import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.event.Consumed;
import io.twophase.app.transfer.AnswerTime;
import io.twophase.app.transfer.Order;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.ConsumerName;
import io.twophase.domain.event.TreeHead;
import io.twophase.domain.hold.Account;
import io.twophase.domain.hold.AccountLookup;
import io.twophase.test.fault.Fault;
import io.twophase.test.fault.FaultyStore;
import io.twophase.test.fault.WriteKind;
import java.time.Clock;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The recipes of docs/RECIPES.md, which shows parts of this file. */
class RecipesTest {

  private final InMemoryStore memory = InMemoryStore.create(Clock.systemUTC());
  private final FaultyStore store = FaultyStore.over(memory);
  private final Alarm alarm = new Alarm();
  private final TwoPhase twophase = TwoPhase.over(store).listener(alarm).build();

  @BeforeEach
  void accounts() {
    twophase.accounts().open(TwoPhase.account("customer"), TwoPhase.money("50.00", "USD"));
    twophase.accounts().open(TwoPhase.account("shop"), TwoPhase.money("0.00", "USD"));
  }

  @AfterEach
  void close() {
    twophase.close();
  }

  @Test
  void aLostAnswerChargesNobodyTwice() {
    store.faults().when(WriteKind.HOLD).next(Fault.LOSE_ANSWER);
    TransactionOutcome outcome = twophase.transfers().transfer(invoice("7", "20.00"));
    assertThat(outcome.isApplied()).isTrue();
    assertThat(store.faults().outstanding()).isZero();
    assertThat(balance("customer")).isEqualTo("30.00");
  }

  @Test
  void anUnknownOutcomeIsAskedForAgain() {
    TransactionOutcome outcome = askUntilKnown(twophase.transfers(), invoice("8", "20.00"), 3);
    assertThat(outcome.isApplied()).isTrue();
  }

  @Test
  void whoHasNoTimeIsAnsweredWhenItIsDecided() {
    CompletableFuture<TransactionOutcome> answer =
        twophase.transfers().submit(invoice("9", "20.00"), AnswerTime.WHEN_DECIDED);
    assertThat(answer.join().isApplied()).isTrue();
  }

  @Test
  void whoHasADeadlineIsAnsweredByThen() {
    try (TwoPhase unhurried = TwoPhase.over(store).ticker(() -> Duration.ZERO).build()) {
      assertThat(inTime(unhurried, invoice("9", "20.00")).isApplied()).isTrue();
    }
  }

  @Test
  void aListGoesInItsOrder() {
    List<TransactionOutcome> outcomes =
        twophase
            .transfers()
            .transferAll(
                List.of(invoice("10", "45.00"), invoice("11", "10.00"), invoice("12", "5.00")),
                Order.AS_GIVEN);
    assertThat(outcomes)
        .extracting(TransactionOutcome::isApplied)
        .containsExactly(true, false, true);
  }

  @Test
  void aListenerIsToldOfEachOutcome() {
    twophase.transfers().transfer(invoice("13", "20.00"));
    twophase.transfers().transfer(invoice("14", "99.00"));
    assertThat(alarm.unknown.get()).isZero();
    assertThat(twophase.counters().applied()).isEqualTo(1);
    assertThat(twophase.counters().refused()).containsEntry("InsufficientFunds", 1L);
  }

  /** Asks again while the outcome is not known, so many times at most. */
  static TransactionOutcome askUntilKnown(Transfers transfers, TransferRequest request, int times) {
    TransactionOutcome outcome = transfers.transfer(request);
    for (int asked = 1; asked < times && isUnknown(outcome); asked++) {
      outcome = transfers.transfer(request);
    }
    return outcome;
  }

  /** In two seconds it is applied, refused, not asked, or not known. */
  static TransactionOutcome inTime(TwoPhase twophase, TransferRequest request) {
    return twophase.within(Duration.ofSeconds(2), () -> twophase.transfers().transfer(request));
  }

  private static boolean isUnknown(TransactionOutcome outcome) {
    return outcome.<Boolean>fold(
        applied -> false, refused -> false, unknown -> true, notAsked -> false);
  }

  /** The id is the invoice's: however often it is paid, the money moves once. */
  static TransferRequest invoice(String number, String amount) {
    return new TransferRequest(
        TwoPhase.transactionId("invoice-" + number),
        TwoPhase.account("customer"),
        TwoPhase.account("shop"),
        TwoPhase.money(amount, "USD"));
  }

  private String balance(String id) {
    AccountLookup lookup = twophase.accounts().find(TwoPhase.account(id));
    assertThat(lookup).isInstanceOf(AccountLookup.Found.class);
    Account account = ((AccountLookup.Found) lookup).account();
    return account.money(account.balance()).toDecimal();
  }

  /** One line for the auditor, with which all that is decided by now can be verified later. */
  static String headToKeep(TwoPhase twophase) {
    twophase.evidence().grow();
    return twophase.evidence().head().toString();
  }

  /** Whether all that the kept head names is as it was. */
  static boolean isAsItWas(TwoPhase twophase, String kept) {
    return twophase.audit().runAgainst(TreeHead.parse(kept).get()).isClean();
  }

  @Test
  void aHeadThatWasKeptShowsThatNothingWasChanged() {
    try (TwoPhase host = TwoPhase.over(InMemoryStore.create(Clock.systemUTC())).build()) {
      host.evidence().turnOn();
      host.transfers().transfer(invoice("7", "1.00"));
      String kept = headToKeep(host);
      host.transfers().transfer(invoice("8", "1.00"));

      assertThat(kept).startsWith("1:");
      assertThat(isAsItWas(host, kept)).isTrue();
      assertThat(isAsItWas(host, headToKeep(host))).isTrue();
      assertThat(isAsItWas(host, TreeHead.EMPTY.toString().replace("0:", "1:"))).isFalse();
    }
  }

  @Test
  void aConsumerIsToldOfWhatIsDecided() {
    try (TwoPhase host = TwoPhase.over(InMemoryStore.create(Clock.systemUTC())).build()) {
      host.events().turnOn();
      // there are no such accounts: that it is refused is decided
      host.transfers().transfer(invoice("7", "1.00"));
      Set<String> sent = new HashSet<>();

      assertThat(sendMails(host, sent)).isEqualTo(1);
      assertThat(sendMails(host, sent)).isZero();

      assertThat(sent).containsExactly("invoice-7");
    }
  }

  /** Sends a mail for each transaction, at least once. */
  static int sendMails(TwoPhase twophase, Set<String> sent) {
    Consumed consumed =
        twophase
            .events()
            .consume(
                new ConsumerName("mail"),
                100,
                page ->
                    page.forEach(
                        event ->
                            event
                                .transaction()
                                .fold(
                                    found -> sent.add(found.record().id().value()),
                                    gone -> false,
                                    unreadable -> false,
                                    removed -> false)));
    return consumed.events();
  }

  /** Counts what somebody should look at. */
  static final class Alarm implements TwoPhaseListener {
    final AtomicInteger unknown = new AtomicInteger();

    @Override
    public void transferEnded(TransactionOutcome outcome) {
      if (isUnknown(outcome)) {
        unknown.incrementAndGet();
      }
    }
  }
}
