package io.twophase;

import static io.twophase.app.testing.Books.request;
import static io.twophase.domain.testing.Fixtures.application;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.transfer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.app.engine.EngineSettings;
import io.twophase.app.recovery.RecoveryRequest;
import io.twophase.app.testing.Books;
import io.twophase.app.testing.DocumentWrites;
import io.twophase.app.transfer.Order;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.ports.StoreUnavailableException;
import io.twophase.test.fault.Fault;
import io.twophase.test.fault.FaultyStore;
import io.twophase.test.fault.WriteKind;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The steps of the protocol, and whose they are, as a listener is told of them. */
@Timeout(60)
class StepsToldTest {

  private static final List<String> FIVE_STEPS =
      Stream.of("BEGIN", "HOLD", "DECIDE", "SETTLE", "FINISH")
          .flatMap(step -> Stream.of(step + " of 1", "/"))
          .toList();

  private final List<String> notified = new CopyOnWriteArrayList<>();

  private final TwoPhaseListener noting =
      (TwoPhaseListener)
          Proxy.newProxyInstance(
              TwoPhaseListener.class.getClassLoader(),
              new Class<?>[] {TwoPhaseListener.class},
              (proxy, method, told) -> {
                words(method.getName(), told).ifPresent(notified::add);
                return null;
              });

  private static Optional<String> words(String method, Object[] told) {
    return switch (method) {
      case "transferAsked" -> Optional.of("asked " + told[0]);
      case "workBegun" -> Optional.of("work on " + told[0]);
      case "workEnded" -> Optional.of("work ended");
      case "transferEnded" -> Optional.of("ended " + ((TransactionOutcome) told[0]).id());
      case "transferFailed" ->
          Optional.of("failed " + told[0] + " " + told[1].getClass().getSimpleName());
      case "stepBegun" -> Optional.of(told[0] + " of " + told[1]);
      case "stepEnded" ->
          Optional.of(((Optional<?>) told[1]).isEmpty() ? "/" : told[0] + " failed");
      default -> Optional.empty();
    };
  }

  private TwoPhase over(FaultyStore store) {
    return TwoPhase.over(store)
        .settings(
            new TwoPhaseSettings(
                EngineSettings.of(application("test")).withPatience(Duration.ofMillis(100)), 10))
        .listener(noting)
        .build();
  }

  @Test
  void aLoneTransferIsToldInFiveSteps() {
    try (TwoPhase host = over(Books.faulty(100, 0))) {
      host.transfers().transfer(request("t1", 1));
    }

    assertThat(notified)
        .containsExactly(
            Stream.of(
                    List.of("asked t1", "work on [t1]"),
                    FIVE_STEPS,
                    List.of("work ended", "ended t1"))
                .flatMap(List::stream)
                .toArray(String[]::new));
  }

  @Test
  void aBatchThatIsOneTransactionIsToldInFiveSteps() {
    try (TwoPhase host = TwoPhase.over(Books.inMemory(100, 0)).listener(noting).build()) {
      host.transfers().transferAll(List.of(request("t1", 1), request("t2", 2)), Order.ANY);
    }

    assertThat(notified)
        .containsExactly(
            Stream.of(
                    List.of("asked t1", "asked t2", "work on [t1, t2]"),
                    FIVE_STEPS,
                    List.of("work ended", "ended t1", "ended t2"))
                .flatMap(List::stream)
                .toArray(String[]::new));
  }

  @Test
  void aTransferThatFailsIsToldByName() {
    FaultyStore store = Books.faulty(100, 0);
    try (TwoPhase host = over(store)) {
      store.faults().when(WriteKind.BEGIN).next(Fault.UNAVAILABLE);
      assertThatThrownBy(() -> host.transfers().transfer(request("t1", 1)))
          .isInstanceOf(StoreUnavailableException.class);
    }

    assertThat(notified)
        .startsWith("asked t1", "work on [t1]", "BEGIN of 1", "BEGIN failed")
        .endsWith("work ended", "failed t1 StoreUnavailableException");
  }

  @Test
  void oneThatWasBlockedIsWorkedOnAgain() {
    FaultyStore store = Books.faulty(100, 0);
    try (TwoPhase host = over(store)) {
      new DocumentWrites(store).begin(transfer("live", "A", "B", cents(1)));
      host.transfers().submit(request("live", 1)).join();
    }

    assertThat(notified.get(0)).isEqualTo("asked live");
    assertThat(notified.stream().filter("work on [live]"::equals)).hasSizeGreaterThan(1);
    assertThat(notified.stream().filter("work ended"::equals).count())
        .isEqualTo(notified.stream().filter("work on [live]"::equals).count());
    assertThat(notified).endsWith("work ended", "ended live");
  }

  @Test
  void whatIsHandedBackWasAskedBefore() {
    TwoPhase host = over(Books.faulty(100, 0));
    host.close();
    host.transfers().transfer(request("t1", 1));

    assertThat(notified).containsExactly("asked t1", "ended t1");
  }

  @Test
  void recoveryIsToldStepByStep() {
    FaultyStore store = Books.faulty(100, 0);
    try (TwoPhase host = over(store)) {
      new DocumentWrites(store).begin(transfer("left", "A", "B", cents(1)));
      host.recovery().pass(RecoveryRequest.olderThan(Duration.ZERO), recovered -> {});
    }

    assertThat(notified.stream().filter(what -> what.contains(" of ")))
        .containsSubsequence(
            "ACQUIRE of 1", "HOLD of 1", "DECIDE of 1", "SETTLE of 1", "FINISH of 1");
  }
}
