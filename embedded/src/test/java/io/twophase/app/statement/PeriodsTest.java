package io.twophase.app.statement;

import static io.twophase.TwoPhase.account;
import static io.twophase.TwoPhase.money;
import static io.twophase.TwoPhase.period;
import static io.twophase.TwoPhase.transactionId;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.TwoPhase;
import io.twophase.TwoPhaseListener;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.app.transfer.Order;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.PeriodName;
import io.twophase.domain.account.Period;
import io.twophase.domain.account.PeriodState;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.ports.Store;
import io.twophase.ports.StoreUnavailableException;
import io.twophase.test.fault.Interceptor;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A host opens, closes and reopens periods, and posts in them. */
@Timeout(60)
class PeriodsTest {

  private static final PeriodName NOVEMBER = period("2026-11");
  private static final AuthorizationTerms WEEK = new AuthorizationTerms(Duration.ofDays(7));

  @RegisterExtension static final FreshDatabase FRESH = Servers.preferred();

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

  private static TransferRequest transfer(
      String id, String source, String destination, String amount) {
    return new TransferRequest(
            transactionId(id), account(source), account(destination), money(amount, "USD"))
        .inPeriod(NOVEMBER);
  }

  private Period found() {
    return ((PeriodLookup.Found) periods().find(NOVEMBER)).period();
  }

  private void authorize(String id) {
    TransferRequest request = transfer(id, "A", "B", "1.00");
    assertThat(host.authorizations().authorize(request, WEEK).isAuthorized()).isTrue();
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
          .hasSize(201)
          .allMatch(TransactionOutcome::isApplied);
    }

    assertThat(batches).containsExactly(201);
  }
}
