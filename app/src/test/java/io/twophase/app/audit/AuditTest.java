package io.twophase.app.audit;

import static io.twophase.app.audit.Finding.Kind.BALANCE_DIFFERS;
import static io.twophase.app.audit.Finding.Kind.HOLD_WITHOUT_RECORD;
import static io.twophase.app.audit.Finding.Kind.REVERSAL_DIFFERS;
import static io.twophase.app.audit.Finding.Kind.REVERSED_TWICE;
import static io.twophase.app.audit.Finding.Kind.STUCK;
import static io.twophase.app.audit.Finding.Kind.SUM_DIFFERS;
import static io.twophase.app.audit.Finding.Kind.TRANSACTION_UNREADABLE;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.credit;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.transfer;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.TwoPhase;
import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.audit.Audit.Stuck;
import io.twophase.app.audit.Finding.Subject.OfTransaction;
import io.twophase.app.testing.Books;
import io.twophase.app.testing.DocumentWrites;
import io.twophase.app.testing.Hosts;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.AccountId;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.testing.Fixtures;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import io.twophase.ports.Keeping;
import io.twophase.ports.ReceiptPeriod;
import io.twophase.ports.Records;
import io.twophase.ports.Store;
import io.twophase.test.fault.FaultyStore;
import io.twophase.test.fault.Interceptor;
import io.twophase.test.fault.Unreadables;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** What is off is planted by writes that the protocol would never make, through the ports. */
class AuditTest {

  private final AtomicReference<Instant> clock = new AtomicReference<>(Fixtures.NOW);
  private static final NewTransaction TEN = transfer("ten", "A", "B", usd("10.00"));

  private final InMemoryStore store = Books.inMemory(100_00, 50_00);
  private final TwoPhase twoPhase = Hosts.alone(store);
  private final DocumentWrites writes = new DocumentWrites(store);

  @Test
  void findsNothingWhereAllIsWell() {
    twoPhase.transfers().transfer(Books.request("t", 10_00));
    twoPhase.transfers().transfer(accountId("B"), accountId("A"), usd("999.00"));

    AuditReport report = twoPhase.audit().run();

    assertThat(report.findings()).isEmpty();
    assertThat(report.accounts()).isEqualTo(2);
    assertThat(report.transactions()).isEqualTo(Map.of(State.DONE, 1L, State.CANCELED, 1L));
    assertThat(report.balance()).isEqualTo(Map.of(Fixtures.USD, BigInteger.valueOf(15000)));
    assertThat(report.opening()).isEqualTo(report.balance());
  }

  @Test
  void whereRecordsExpireNothingIsSaidOfWhatTheyWouldAddUpTo() {
    twoPhase.transfers().transfer(accountId("A"), accountId("B"), usd("10.00"));
    TransferRequest reversed = Books.request("t", 10_00);
    twoPhase.transfers().transfer(reversed);
    twoPhase.compensation().reverse(transactionId("t"), "a mistake");

    assertThat(audit(without("t", true)))
        .satisfies(report -> assertThat(report.findings()).isEmpty())
        .satisfies(report -> assertThat(report.complete()).isFalse());
    assertThat(audit(without("t", false)))
        .satisfies(
            report ->
                assertThat(report.findings())
                    .extracting(Finding::kind)
                    .contains(BALANCE_DIFFERS, REVERSAL_DIFFERS))
        .satisfies(report -> assertThat(report.complete()).isTrue());
  }

  /**
   * All of the store but one transaction, of which nothing is carried.
   *
   * @param mayHaveExpired whether it went as it may
   */
  private Store without(String forgotten, boolean mayHaveExpired) {
    return Interceptor.before(
        Store.class,
        Books.without(store, forgotten),
        (method, asked, call) ->
            switch (method) {
              case "keeping" ->
                  new Keeping(Optional.empty(), Optional.empty(), mayHaveExpired, false);
              case "isComplete" -> false;
              default -> call.make();
            });
  }

  private static AuditReport audit(Store seen) {
    return Hosts.alone(seen).audit().run();
  }

  @Test
  void whereRecordsExpireTheRestIsStillChecked() {
    writes.begin(TEN);
    writes.hold("ten", 1, debit("A", usd("10.00")));
    writes.decide("ten", 1);
    writes.settle("ten", 1, debit("A", usd("10.00")));
    writes.finish("ten");
    writes.hold("lost", 1, debit("B", usd("5")));

    assertThat(audit(without("nothing", true)).findings())
        .extracting(Finding::kind)
        .containsExactly(SUM_DIFFERS, HOLD_WITHOUT_RECORD);
  }

  @Test
  void findsAStuckTransactionAndLeavesAYoungOneAlone() {
    writes.begin(TEN);

    assertThat(kinds()).containsExactly(STUCK);
    assertThat(new Audit(store, Duration.ofMinutes(30)).run().findings()).isEmpty();
  }

  @Test
  void whatWasClosedSinceItsRecordWasReadIsNotStuck() {
    settled(TEN);
    assertThat(kinds()).containsExactly(STUCK);
    Lookup open = store.records().findMembers(List.of(TEN.id())).get(0);
    writes.finish("ten");

    Store older =
        Interceptor.overriding(
            store,
            Records.class,
            sound ->
                new Object() {
                  public void scan(Optional<AccountId> unused, Consumer<Lookup> consumer) {
                    consumer.accept(open);
                  }
                });
    assertThat(audit(older).findings()).isEmpty();
  }

  @Test
  void saysHowLongInTheWordsOfTheCommandLine() {
    assertThat(Stuck.text(Duration.ofMillis(90_061_001))).isEqualTo("25h1m1s");
    assertThat(Stuck.text(Duration.ofMillis(7))).isEqualTo("0s");
    writes.begin(TEN);

    assertThat(twoPhase.audit().run().findings().get(0).detail())
        .matches("pending, unmodified for [0-9]+s");
  }

  @Test
  void findsAReversalOfWhatNeverHappenedAndOneOfAnotherAmountAndASecondOne() {
    runWhole(TEN);
    runWhole(reversal("r1", "10.00"));
    assertThat(kinds()).isEmpty();
    runWhole(reversal("r2", "9.00"));
    assertThat(kinds()).containsExactly(REVERSAL_DIFFERS, REVERSED_TWICE);
    assertThat(twoPhase.audit().run().findings())
        .contains(new Finding(REVERSED_TWICE, new OfTransaction("ten"), "reversed by r1 and r2"));
    runWhole(
        new NewTransaction(
            transactionId("r3"), TEN.accountOperations(), Optional.of(transactionId("never"))));
    assertThat(kinds()).containsExactly(REVERSAL_DIFFERS, REVERSAL_DIFFERS, REVERSED_TWICE);
  }

  private static NewTransaction reversal(String id, String amount) {
    return new NewTransaction(
        transactionId(id),
        List.of(debit("B", usd(amount)), credit("A", usd(amount))),
        Optional.of(TEN.id()));
  }

  /** The transaction happens, and is not closed. */
  private void settled(NewTransaction body) {
    String id = body.id().value();
    writes.begin(body);
    writes.hold(body, 1);
    writes.decide(id, 1);
    body.accountOperations().forEach(operation -> writes.settle(id, 1, operation));
  }

  private void runWhole(NewTransaction body) {
    settled(body);
    writes.finish(body.id().value());
  }

  private List<Finding.Kind> kinds() {
    return twoPhase.audit().run().findings().stream().map(Finding::kind).toList();
  }

  /** A receipt and a record. */
  @Test
  void findsWhatCannotBeRead() {
    InMemoryStore keeping =
        InMemoryStore.keeping(Duration.ofDays(1), Optional.of(ReceiptPeriod.FOR_EVER), clock::get);
    FaultyStore planted = FaultyStore.over(keeping);
    TwoPhase host = Hosts.alone(planted);
    Books.open(planted, 100_00, 50_00);
    host.transfers().transfer(Books.request("removed", 10_00));
    clock.set(clock.get().plus(Duration.ofDays(2)));
    host.retention().pass();
    host.transfers().transfer(Books.request("record", 10_00));
    assertThat(host.audit().run().findings()).isEmpty();

    planted.unreadables().plant(Unreadables.Kind.RECORD, "removed");
    planted.unreadables().plant(Unreadables.Kind.RECORD, "record");

    assertThat(host.audit().run().findings())
        .filteredOn(finding -> finding.kind() == TRANSACTION_UNREADABLE)
        .extracting(Finding::id)
        .containsExactlyInAnyOrder("removed", "record");
  }
}
