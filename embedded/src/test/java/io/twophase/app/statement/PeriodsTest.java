package io.twophase.app.statement;

import static io.twophase.TwoPhase.account;
import static io.twophase.TwoPhase.document;
import static io.twophase.TwoPhase.money;
import static io.twophase.TwoPhase.period;
import static io.twophase.TwoPhase.transaction;
import static io.twophase.TwoPhase.transactionId;
import static io.twophase.domain.testing.Fixtures.APP;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.TwoPhase;
import io.twophase.TwoPhaseListener;
import io.twophase.TwoPhaseSettings;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.app.engine.EngineSettings;
import io.twophase.app.testing.DocumentWrites;
import io.twophase.app.transfer.AllOrNothingOutcome;
import io.twophase.app.transfer.Order;
import io.twophase.app.transfer.Request;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransactionRequest;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.PeriodName;
import io.twophase.domain.account.Period;
import io.twophase.domain.account.PeriodState;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.document.FieldChange;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.ports.Store;
import io.twophase.ports.StoreUnavailableException;
import io.twophase.test.fault.Interceptor;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A host opens, closes and reopens periods, and posts in them. */
@Timeout(60)
class PeriodsTest {

  static final PeriodName NOVEMBER = period("2026-11");
  private static final AuthorizationTerms WEEK = new AuthorizationTerms(Duration.ofDays(7));

  @RegisterExtension static final FreshDatabase FRESH = Servers.inProcess();

  private Store shared;
  private TwoPhase host;

  @BeforeEach
  void open() {
    shared = FRESH.store();
    host = TwoPhase.over(shared).build();
    Stream.of("A", "B", "C")
        .forEach(name -> host.accounts().open(account(name), money("100.00", "USD")));
  }

  @AfterEach
  void close() {
    host.close();
  }

  private Periods periods() {
    return host.periods();
  }

  static TransferRequest transfer(String id, String source, String destination, String amount) {
    return new TransferRequest(
            transactionId(id), account(source), account(destination), money(amount, "USD"))
        .inPeriod(NOVEMBER);
  }

  private String answer(TransferRequest request) {
    return text(host.transfers().transfer(request));
  }

  static String text(TransactionOutcome outcome) {
    return outcome.fold(
        applied -> "applied",
        refused -> refused.reason().kind() + ": " + refused.reason().message(),
        unknown -> "unknown",
        notAsked -> "not asked");
  }

  private static String text(PeriodOutcome outcome) {
    return outcome.fold(
        changed -> (changed.before() ? "before " : "now ") + changed.period().state(),
        waits -> "waits for " + waits.undecided() + ", " + waits.period().state(),
        refused -> refused.reason().kind(),
        unknown -> "unknown");
  }

  private static final String CLOSED =
      "PeriodClosed: period 2026-11 is closed: it takes no postings";

  @Test
  void onlyAnOpenOneTakesPostings() {
    assertThat(answer(transfer("none", "A", "B", "1.00")))
        .isEqualTo("NoSuchPeriod: there is no period 2026-11");
    assertThat(text(periods().open(NOVEMBER, ""))).isEqualTo("now OPEN");
    assertThat(answer(transfer("one", "A", "B", "1.00"))).isEqualTo("applied");

    assertThat(text(periods().close(NOVEMBER, "booked"))).isEqualTo("now CLOSED");

    assertThat(answer(transfer("two", "A", "B", "1.00"))).isEqualTo(CLOSED);
    assertThat(answer(transfer("two", "A", "B", "1.00"))).as("again").isEqualTo(CLOSED);
    assertThat(answer(transfer("one", "A", "B", "1.00"))).as("decided").isEqualTo("applied");
    assertThat(text(host.run(posting("run")))).isEqualTo(CLOSED);
    assertThat(
            text(
                host.transfers()
                    .transfer(
                        new TransferRequest(
                            transactionId("free"),
                            account("A"),
                            account("B"),
                            money("1.00", "USD")))))
        .as("of no period")
        .isEqualTo("applied");
  }

  private static TransactionRequest posting(String id) {
    return transaction(id).insert(document("entries", id), Map.of("cents", 1)).inPeriod(NOVEMBER);
  }

  @Test
  void anyTransactionMayBeAPosting() {
    periods().open(NOVEMBER, "");

    assertThat(text(host.run(posting("run")))).isEqualTo("applied");
    assertThat(Period.checkedBy(posting("run").operations())).containsExactly(NOVEMBER);
  }

  @Test
  void aCloseNamesThePostingsThatALiveWorkerHasNotDecided() {
    assertThat(text(periods().open(NOVEMBER, ""))).isEqualTo("now OPEN");
    NewTransaction slow = transfer("slow", "A", "B", "1.00").transaction().get();
    DocumentWrites writes = new DocumentWrites(shared);
    writes.begin(slow);
    writes.hold(slow, 1);
    EngineSettings hasty = EngineSettings.of(APP).withPatience(Duration.ofMillis(50));

    try (TwoPhase closer = TwoPhase.over(shared).settings(new TwoPhaseSettings(hasty, 1)).build()) {
      assertThat(text(closer.periods().close(NOVEMBER, ""))).isEqualTo("waits for [slow], CLOSING");
    }
  }

  @Test
  void askingAgainIsTheSameAnswer() {
    assertThat(text(periods().open(NOVEMBER, ""))).isEqualTo("now OPEN");
    assertThat(text(periods().open(NOVEMBER, ""))).isEqualTo("before OPEN");
    assertThat(text(periods().reopen(NOVEMBER, ""))).isEqualTo("before OPEN");
    assertThat(text(periods().close(NOVEMBER, ""))).isEqualTo("now CLOSED");
    assertThat(text(periods().close(NOVEMBER, ""))).isEqualTo("before CLOSED");
    assertThat(text(periods().open(NOVEMBER, ""))).isEqualTo("PeriodClosed");
  }

  @Test
  void oneThatIsNotThereIsRefusedByName() {
    assertThat(text(periods().close(NOVEMBER, ""))).isEqualTo("NoSuchPeriod");
    assertThat(text(periods().reopen(NOVEMBER, ""))).isEqualTo("NoSuchPeriod");
    assertThat(periods().find(NOVEMBER)).isEqualTo(new PeriodLookup.Absent(NOVEMBER));
  }

  @Test
  void oneThatCannotBeReadIsRefusedByName() {
    host.run(transaction("odd").insert(Period.document(NOVEMBER), Map.of("open", "yes")))
        .orElseThrow();

    assertThat(text(periods().open(NOVEMBER, ""))).isEqualTo("PeriodUnreadable");
    assertThat(periods().find(NOVEMBER)).isInstanceOf(PeriodLookup.Unreadable.class);
    assertThat(answer(transfer("t", "A", "B", "1.00"))).startsWith("GuardFailed");
  }

  @Test
  void oneIsReopened() {
    periods().open(NOVEMBER, "");
    periods().close(NOVEMBER, "booked");
    assertThat(found().reason()).contains("booked");
    assertThat(found().closedAt()).isNotEmpty();

    assertThat(text(periods().reopen(NOVEMBER, "Ann: one is missing"))).isEqualTo("now OPEN");

    assertThat(found())
        .isEqualTo(
            new Period(
                NOVEMBER, PeriodState.OPEN, Optional.empty(), Optional.of("Ann: one is missing")));
    assertThat(answer(transfer("late", "A", "B", "1.00"))).isEqualTo("applied");
    assertThat(text(periods().close(NOVEMBER, ""))).isEqualTo("now CLOSED");
    assertThat(found().reason()).isEmpty();
  }

  private Period found() {
    return periods()
        .find(NOVEMBER)
        .fold(
            PeriodLookup.Found::period,
            absent -> {
              throw new AssertionError("absent");
            },
            unreadable -> {
              throw new AssertionError("unreadable");
            });
  }

  @Test
  void theyAreListedInTheOrderOfTheirNames() {
    periods().open(period("2026-12"), "");
    periods().open(NOVEMBER, "");
    periods().close(NOVEMBER, "");

    List<PeriodLookup> all = periods().page(Optional.empty());

    assertThat(all)
        .extracting(
            lookup ->
                lookup.name()
                    + " "
                    + lookup.fold(
                        found -> found.period().state(), a -> "absent", u -> "unreadable"))
        .containsExactly("2026-11 CLOSED", "2026-12 OPEN");
    assertThat(periods().page(Optional.of(period("2026-12")))).isEmpty();
  }

  @Test
  @DisplayName("An authorization keeps its period from being closed, and new postings are refused")
  void anAuthorizationKeepsItOpen() {
    periods().open(NOVEMBER, "");
    authorize("hotel");

    assertThat(text(periods().close(NOVEMBER, ""))).isEqualTo("waits for [hotel], CLOSING");

    assertThat(answer(transfer("new", "A", "B", "1.00"))).isEqualTo(CLOSED);
    assertThat(
            host.authorizations()
                .capture(transactionId("hotel"))
                .<Boolean>fold(captured -> true, refused -> false, unknown -> false))
        .isTrue();
    assertThat(text(periods().close(NOVEMBER, ""))).isEqualTo("now CLOSED");
  }

  private void authorize(String id) {
    Request request = transfer(id, "A", "B", "1.00");
    assertThat(
            host.authorizations()
                .authorize(request, WEEK)
                .<Boolean>fold(authorized -> true, c -> false, refused -> false, u -> false))
        .isTrue();
  }

  @Test
  void oneThatIsBeingClosedIsTakenBack() {
    periods().open(NOVEMBER, "");
    authorize("hotel");
    periods().close(NOVEMBER, "too early");

    assertThat(text(periods().reopen(NOVEMBER, ""))).isEqualTo("now OPEN");

    assertThat(answer(transfer("new", "A", "B", "1.00"))).isEqualTo("applied");
  }

  /** A process was killed behind its decision to open the period. */
  @Test
  void oneWhoseOpeningIsSettledByTheCloseSaysSinceWhenItIsClosed() {
    NewTransaction opening =
        transaction("opening")
            .insert(Period.document(NOVEMBER), Map.of(Period.OPEN, true))
            .transaction()
            .get();
    DocumentWrites writes = new DocumentWrites(shared);
    writes.begin(opening);
    writes.hold(opening, 1);
    writes.decide("opening", 1);
    EngineSettings hasty = EngineSettings.of(APP).withStuckAfter(Duration.ofMillis(1));

    try (TwoPhase closer = TwoPhase.over(shared).settings(new TwoPhaseSettings(hasty, 1)).build()) {
      assertThat(text(closer.periods().close(NOVEMBER, "booked"))).isEqualTo("now CLOSED");
    }
    assertThat(found().closedAt()).isNotEmpty();
    assertThat(found().reason()).contains("booked");
  }

  @Test
  void aCloseThatGoesOnKeepsTheReason() {
    periods().open(NOVEMBER, "");
    authorize("hotel");
    periods().close(NOVEMBER, "year end");
    host.authorizations().voidAuthorization(transactionId("hotel"), "").orElseThrow();

    assertThat(text(periods().close(NOVEMBER, ""))).isEqualTo("now CLOSED");

    assertThat(found().reason()).contains("year end");
  }

  @Test
  void aStoreThatIsLostAfterAChangeWasSentIsNotSaidToHaveBeenSentNothing() {
    AtomicBoolean isLost = new AtomicBoolean();
    Store losing =
        Interceptor.before(
            Store.class,
            shared,
            (method, asked, call) -> {
              if (isLost.get() && method.equals("find")) {
                throw new StoreUnavailableException("lost", new IllegalStateException());
              }
              isLost.compareAndSet(false, method.equals("changePeriod"));
              return call.make();
            });
    periods().open(NOVEMBER, "");
    authorize("hotel");

    try (TwoPhase other = TwoPhase.over(losing).build()) {
      assertThat(other.periods().close(NOVEMBER, ""))
          .isEqualTo(new PeriodOutcome.Unknown(NOVEMBER, "lost"));
      assertThat(found().state()).isEqualTo(PeriodState.CLOSING);
      assertThat(other.periods().reopen(NOVEMBER, ""))
          .isEqualTo(new PeriodOutcome.Unknown(NOVEMBER, "lost"));
      isLost.set(false);
    }
    assertThat(found().state()).isEqualTo(PeriodState.OPEN);
    host.authorizations().voidAuthorization(transactionId("hotel"), "").orElseThrow();
  }

  @Test
  void whatIsVoidedKeepsItOpenNoMore() {
    periods().open(NOVEMBER, "");
    authorize("hotel");
    host.authorizations().voidAuthorization(transactionId("hotel"), "");

    assertThat(text(periods().close(NOVEMBER, ""))).isEqualTo("now CLOSED");
    assertThat(
            host.authorizations()
                .authorize(transfer("late", "A", "B", "1.00"), WEEK)
                .<String>fold(a -> "authorized", c -> "c", no -> no.reason().kind(), u -> "u"))
        .isEqualTo("PeriodClosed");
  }

  @Test
  void postingsInOnePeriodShareABatch() {
    List<Integer> batches = new CopyOnWriteArrayList<>();
    TwoPhaseListener sizes =
        new TwoPhaseListener() {
          @Override
          public void batchBegun(int transfers) {
            batches.add(transfers);
          }
        };
    List<TransferRequest> many =
        IntStream.range(0, 201).mapToObj(at -> transfer("t" + at, "A", "B", "0.01")).toList();
    try (TwoPhase listening = TwoPhase.over(shared).listener(sizes).build()) {
      listening.periods().open(NOVEMBER, "");
      batches.clear();

      assertThat(listening.transfers().transferAll(many, Order.AS_GIVEN))
          .extracting(PeriodsTest::text)
          .containsOnly("applied");
    }

    assertThat(batches).containsExactly(201);
  }

  @Test
  void allOrNothingIsOnePostingOfEachPeriod() {
    periods().open(NOVEMBER, "");
    List<TransferRequest> both =
        List.of(transfer("1", "A", "B", "1.00"), transfer("2", "B", "C", "2.00"));

    assertThat(allOrNothing("first", both)).isEqualTo("applied");
    periods().close(NOVEMBER, "");

    assertThat(allOrNothing("second", both)).isEqualTo(CLOSED);
  }

  private String allOrNothing(String id, List<TransferRequest> transfers) {
    AllOrNothingOutcome all = host.transfers().allOrNothing(transactionId(id), transfers);
    return text(all.outcome());
  }

  @Test
  @DisplayName("What hosts keep with a period stays as it is")
  void otherFieldsStay() {
    host.run(
            transaction("own")
                .insert(Period.document(NOVEMBER), Map.of("open", true, "year", 2026)))
        .orElseThrow();
    host.run(transaction("more").change(Period.document(NOVEMBER), FieldChange.set("quarter", 4)))
        .orElseThrow();

    assertThat(text(periods().close(NOVEMBER, ""))).isEqualTo("now CLOSED");

    assertThat(host.documents().read(Period.document(NOVEMBER)).orElseThrow().get(0).fields())
        .get()
        .matches(fields -> fields.has("year") && fields.has("quarter"));
  }
}
