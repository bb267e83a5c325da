package io.twophase.micrometer;

import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.micrometer.Bank.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.common.KeyValues;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.GlobalObservationConvention;
import io.micrometer.observation.Observation;
import io.micrometer.observation.tck.TestObservationRegistry;
import io.micrometer.observation.tck.TestObservationRegistryAssert;
import io.twophase.TwoPhase;
import io.twophase.app.recovery.RecoveryRequest;
import io.twophase.app.transfer.Order;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.micrometer.TwoPhaseObservation.TransactionContext;
import io.twophase.ports.StoreUnavailableException;
import io.twophase.test.fault.Fault;
import io.twophase.test.fault.WriteKind;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is observed, with the registry of Micrometer that checks how it is used. */
@Timeout(60)
class ObservationsTest {

  private static final String STEP = "twophase.step in twophase.transaction";

  private final Bank bank = new Bank();
  private final TestObservationRegistry registry = TestObservationRegistry.create();
  private final Contexts contexts = new Contexts();
  private final TwoPhaseMetrics metrics = new TwoPhaseMetrics(registry, new SimpleMeterRegistry());

  @BeforeEach
  void keepContexts() {
    registry.observationConfig().observationHandler(contexts);
  }

  /** All that was started is stopped, on every thread. */
  @AfterEach
  void nothingIsLeftOpen() {
    assertThat(contexts.open()).isEmpty();
    observed().doesNotHaveAnyRemainingCurrentObservation().doesNotHaveAnyRemainingCurrentScope();
  }

  /** Runs this by a host, below an observation of the caller's own. */
  private void observe(String name, Consumer<TwoPhase> work) {
    run(host -> Observation.createNotStarted(name, registry).observe(() -> work.accept(host)));
  }

  private void run(Consumer<TwoPhase> work) {
    try (TwoPhase host = bank.host(metrics).build()) {
      work.accept(host);
    }
  }

  private TestObservationRegistryAssert observed() {
    return TestObservationRegistryAssert.assertThat(registry);
  }

  @Test
  void aLoneTransferIsATransactionWithFiveStepsUnderTheHostsOwn() {
    observe("host", host -> host.transfers().transfer(request("t1", 1)));

    assertThat(contexts.names())
        .containsExactly("host", "twophase.transaction in host", STEP, STEP, STEP, STEP, STEP);
    assertThat(contexts.values("step"))
        .containsExactly("begin", "hold", "decide", "settle", "finish");
    observed()
        .hasObservationWithNameEqualTo("twophase.transaction")
        .that()
        .hasContextualNameEqualTo("twophase transaction")
        .hasLowCardinalityKeyValue("outcome", "applied")
        .hasLowCardinalityKeyValue("refusal", "none")
        .hasLowCardinalityKeyValue("found", "false")
        .hasHighCardinalityKeyValue("twophase.transaction.id", "t1")
        .hasBeenStarted()
        .hasBeenStopped();
  }

  @Test
  void aSharedBatchOfOneCallerIsUnderThatCaller() {
    List<TransferRequest> two = List.of(request("t1", 1), request("t2", 1));
    observe("host", host -> host.transfers().transferAll(two, Order.ANY));

    assertThat(contexts.names())
        .startsWith(
            "host",
            "twophase.transaction in host",
            "twophase.transaction in host",
            "twophase.batch in host",
            "twophase.step in twophase.batch");
  }

  @Test
  void aRefusalIsNamedByItsKind() {
    run(host -> host.transfers().transfer(request("t1", 500)));
    run(host -> host.transfers().transfer(request("t1", 500)));

    assertThat(contexts.values("refusal"))
        .containsExactly("InsufficientFunds", "InsufficientFunds");
    assertThat(contexts.values("found")).containsExactly("false", "true");
  }

  @Test
  void whatIsHandedBackAndWhatFailsIsStopped() {
    TwoPhase host = bank.host(metrics).build();
    bank.faults().when(WriteKind.BEGIN).next(Fault.UNAVAILABLE);
    assertThatThrownBy(() -> host.transfers().transfer(request("t1", 1)))
        .isInstanceOf(StoreUnavailableException.class);
    bank.faults().clear();
    host.close();
    host.transfers().transfer(request("t2", 1));
    host.transfers().transferAll(List.of(request("t3", 1)), Order.AS_GIVEN);

    assertThat(contexts.values("outcome")).containsExactly("failed", "not_asked", "not_asked");
    observed().hasObservationWithNameEqualTo("twophase.step").that().hasError().hasBeenStopped();
  }

  @Test
  void oneThatIsBlockedGoesOnUnderItsOwnObservation() {
    bank.leave("live");
    observe("host", host -> host.transfers().submit(request("live", 1)).join());

    assertThat(contexts.names()).startsWith("host", "twophase.transaction in host");
    assertThat(contexts.names().subList(2, contexts.names().size()))
        .hasSizeGreaterThan(2)
        .containsOnly(STEP);
    assertThat(contexts.values("outcome")).containsExactly("unknown");
  }

  @Test
  void aCancellationAndARecoveryAreStepsUnderWhoeverAsks() {
    bank.leave("left");
    bank.leave("mine");
    observe("cancel", host -> host.transfers().cancel(transactionId("mine"), "enough"));
    run(host -> host.recovery().pass(RecoveryRequest.olderThan(Duration.ZERO), recovered -> {}));

    assertThat(contexts.names()).contains("twophase.step in cancel", "twophase.step");
  }

  /** The same id, asked for at the same time: each is stopped once, and none is left. */
  @Test
  void eachOfTwoCallersForOneTransactionIsObserved() {
    run(
        host -> {
          var first = host.transfers().submit(request("t1", 1));
          var second = host.transfers().submit(request("t1", 1));
          CompletableFuture.allOf(first, second).join();
        });

    assertThat(contexts.values("outcome")).containsExactly("applied", "applied");
    assertThat(contexts.values("found")).containsExactly("false", "true");
  }

  @Test
  void aHostNamesThemAsItLikes() {
    class Renamed
        implements TransactionConvention, GlobalObservationConvention<TransactionContext> {
      @Override
      public String getName() {
        return "payments";
      }

      @Override
      public KeyValues getHighCardinalityKeyValues(TransactionContext context) {
        return KeyValues.empty();
      }
    }
    registry.observationConfig().observationConvention(new Renamed());
    run(host -> host.transfers().transfer(request("t1", 1)));

    observed()
        .hasObservationWithNameEqualTo("payments")
        .that()
        .hasLowCardinalityKeyValue("outcome", "applied")
        .doesNotHaveHighCardinalityKeyValueWithKey("twophase.transaction.id");
  }
}
