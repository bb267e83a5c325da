package io.twophase.micrometer;

import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.micrometer.Bank.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.observation.DefaultMeterObservationHandler;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import io.twophase.Counters;
import io.twophase.TwoPhase;
import io.twophase.app.recovery.RecoveryRequest;
import io.twophase.app.transfer.Order;
import io.twophase.domain.ApproverName;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.ports.StoreUnavailableException;
import io.twophase.test.fault.Fault;
import io.twophase.test.fault.WriteKind;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is counted and measured. */
@Timeout(60)
class MetersTest {

  private final Bank bank = new Bank();
  private final MeterRegistry meters = new SimpleMeterRegistry();
  private final TwoPhaseMetrics metrics = new TwoPhaseMetrics(observations(), meters);

  private ObservationRegistry observations() {
    ObservationRegistry registry = ObservationRegistry.create();
    registry.observationConfig().observationHandler(new DefaultMeterObservationHandler(meters));
    return registry;
  }

  private long count(String name, String... tags) {
    return (long) meters.get(name).tags(tags).counter().count();
  }

  private long times(String name, String... tags) {
    return meters.get(name).tags(tags).timer().count();
  }

  @Test
  void countersAreThereBeforeAnythingHappens() {
    assertThat(count("twophase.outcomes", "outcome", "unknown", "found", "false")).isZero();
    assertThat(count("twophase.outcomes", "outcome", "failed", "found", "false")).isZero();
    assertThat(count("twophase.recovered", "result", "unfinished")).isZero();
    assertThat(count("twophase.orphans", "result", "released")).isZero();
    assertThat(count("twophase.authorizations", "request", "void", "outcome", "voided")).isZero();
    assertThat(count("twophase.retries") + count("twophase.busy")).isZero();
    assertThat(count("twophase.takeovers") + count("twophase.executor.refusals")).isZero();
  }

  @Test
  void outcomesAreCountedAndTimed() {
    bank.leave("live");
    TwoPhase host =
        bank.host(metrics)
            .executor(
                task -> {
                  throw new RejectedExecutionException("planted");
                })
            .build();
    host.transfers()
        .transferAll(
            List.of(request("t1", 1), request("t2", 500), request("live", 1), request("t3", 0)),
            Order.ANY);
    host.transfers().transfer(request("t1", 1));
    bank.faults().when(WriteKind.BEGIN).next(Fault.UNAVAILABLE);
    assertThatThrownBy(() -> host.transfers().transfer(request("t4", 1)))
        .isInstanceOf(StoreUnavailableException.class);
    bank.faults().clear();
    host.transfers().submit(request("t6", 1)).join();
    host.close();
    host.transfers().transfer(request("t5", 1));

    assertThat(count("twophase.outcomes", "outcome", "applied", "found", "false")).isEqualTo(2);
    assertThat(count("twophase.outcomes", "outcome", "applied", "found", "true")).isEqualTo(1);
    assertThat(count("twophase.outcomes", "outcome", "refused", "found", "false")).isEqualTo(2);
    assertThat(count("twophase.outcomes", "outcome", "unknown", "found", "false")).isEqualTo(1);
    assertThat(count("twophase.outcomes", "outcome", "failed", "found", "false")).isEqualTo(1);
    assertThat(count("twophase.outcomes", "outcome", "not_asked", "found", "false")).isEqualTo(1);
    assertThat(count("twophase.executor.refusals")).isPositive();
    assertThat(times("twophase.transaction", "outcome", "applied")).isEqualTo(2);
    assertThat(times("twophase.transaction", "refusal", "AmountNotPositive")).isEqualTo(1);
    assertThat(times("twophase.decision", "outcome", "applied")).isEqualTo(2);
    assertThat(times("twophase.decision", "outcome", "refused")).isEqualTo(1);
    assertThat(times("twophase.finish", "outcome", "applied")).isEqualTo(2);
    assertThat(times("twophase.step", "step", "decide")).isPositive();
    assertThat(meters.get("twophase.batch.size").summary().max()).isEqualTo(4);
    Counters counters = host.counters();
    assertThat(meters.get("twophase.batch.size").summary().count()).isEqualTo(counters.batches());
    assertThat((long) meters.get("twophase.batch.size").summary().totalAmount())
        .isEqualTo(counters.batchedTransfers());
    assertThat(meters.find("twophase.outcomes").counters().stream().mapToDouble(c -> c.count()))
        .hasSize(7)
        .satisfies(all -> assertThat(all.stream().mapToDouble(d -> d).sum()).isEqualTo(8));
  }

  @Test
  void recoveriesTakeOversRetriesWaitsAndOrphansAreCounted() {
    try (TwoPhase host = bank.host(metrics).build()) {
      bank.leave("left");
      bank.hold("gone");
      bank.faults().when(WriteKind.HOLD).next(Fault.LOSE_REQUEST);
      host.transfers().transfer(request("t1", 1));
      host.recovery().pass(RecoveryRequest.olderThan(Duration.ZERO), recovered -> {});
      host.scrub().run(orphan -> {}, unreadable -> {});
      Counters counters = host.counters();

      assertThat(count("twophase.retries")).isPositive().isEqualTo(counters.retries());
      assertThat(count("twophase.takeovers")).isPositive().isEqualTo(counters.takeOvers());
      assertThat(count("twophase.busy")).isEqualTo(counters.busy());
      assertThat(count("twophase.recovered", "result", "done")).isEqualTo(1);
      assertThat(count("twophase.orphans", "result", "released"))
          .isPositive()
          .isEqualTo(counters.orphansReleased());
    }
  }

  @Test
  void answersOfAuthorizationsAreCounted() {
    try (TwoPhase host = bank.host(metrics).build()) {
      AuthorizationTerms terms = new AuthorizationTerms(Duration.ofDays(1));
      host.authorizations().authorize(request("t1", 1), terms);
      host.authorizations().approve(transactionId("t1"), new ApproverName("Ann"));
      host.authorizations().capture(transactionId("t1"));
      host.authorizations().voidAuthorization(transactionId("t1"), "");
      host.authorizations().authorize(request("t2", 500), terms);
    }

    String name = "twophase.authorizations";
    assertThat(meters.find(name).counters()).hasSize(13);
    assertThat(count(name, "request", "authorize", "outcome", "authorized")).isEqualTo(1);
    assertThat(count(name, "request", "authorize", "outcome", "refused")).isEqualTo(1);
    assertThat(count(name, "request", "approve", "outcome", "refused")).isEqualTo(1);
    assertThat(count(name, "request", "capture", "outcome", "captured")).isEqualTo(1);
    assertThat(count(name, "request", "void", "outcome", "refused")).isEqualTo(1);
  }

  /** A host with a million transactions has as many meters as one with two. */
  @Test
  void noMeterHasAnIdOrAnAccount() {
    try (TwoPhase host = bank.host(metrics).build();
        TwoPhaseGauges gauges =
            TwoPhaseGauges.start(host, bank.store(), meters, Duration.ofHours(1))) {
      assertThat(gauges).isNotNull();
      host.accounts().open(accountId("account-1"), cents(7));
      host.transfers().transfer(request("id-1", 1));
      int before = meters.getMeters().size();
      for (int at = 2; at < 20; at++) {
        host.transfers().transfer(request("id-" + at, 1));
      }

      assertThat(meters.getMeters()).hasSize(before);
      assertThat(meters.getMeters().stream().map(Meter::getId))
          .allSatisfy(
              id ->
                  assertThat(id.getTags().stream().map(Tag::getValue))
                      .noneMatch(value -> value.contains("id-") || value.contains("account")));
    }
  }
}
