package io.twophase.junit;

import static io.twophase.TwoPhase.account;
import static io.twophase.TwoPhase.money;
import static io.twophase.junit.Write.write;
import static io.twophase.junit.assertion.TwoPhaseAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.testkit.engine.EventConditions.finishedWithFailure;
import static org.junit.platform.testkit.engine.TestExecutionResultConditions.instanceOf;
import static org.junit.platform.testkit.engine.TestExecutionResultConditions.message;
import static org.junit.platform.testkit.engine.TestExecutionResultConditions.suppressed;

import io.twophase.TwoPhase;
import io.twophase.ports.Store;
import io.twophase.test.clock.SettableClock;
import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Events;

@TwoPhaseTest
class TwoPhaseExtensionTest {

  private final TwoPhase twophase;

  TwoPhaseExtensionTest(TwoPhase twophase) {
    this.twophase = twophase;
  }

  @BeforeEach
  void openAccount(TwoPhase sameOne) {
    assertThat(sameOne).isSameAs(twophase);
    sameOne.accounts().open(account("A"), money("10.00", "USD"));
  }

  @Test
  void allOfAProcessBelongsTogether(
      TwoPhase given,
      TestProcess process,
      TestProcesses processes,
      FaultScript faults,
      SettableClock clock,
      InstantSource source,
      Clock javaClock,
      Store store) {
    assertThat(given).isSameAs(process.twophase()).isSameAs(twophase);
    assertThat(process).isSameAs(processes.first());
    assertThat(faults).isSameAs(process.faults());
    assertThat(source).isSameAs(clock).isSameAs(processes.clock());
    assertThat(store).isSameAs(processes.store()).isNotSameAs(process.store());
    clock.advance(Duration.ofDays(1));
    assertThat(javaClock.instant()).isEqualTo(TestProcesses.START.plus(Duration.ofDays(1)));
  }

  @Test
  void theClockIsNotTurnedBack(SettableClock clock) {
    assertThatThrownBy(() -> clock.advance(Duration.ofSeconds(-1)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> clock.advanceTo(TestProcesses.START.minusSeconds(1)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(clock.instant()).isEqualTo(TestProcesses.START);
  }

  @Test
  void theStoreHasNoFaults(FaultScript faults, Store store) {
    faults.diesAfter(write(1));
    faults.mayStayUnmet();
    try (TwoPhase sound = TwoPhase.over(store).build()) {
      assertThat(sound.accounts().find(account("A"))).hasBalance("10.00");
    }
  }

  @Nested
  class InAnInnerClass {

    @Test
    void theTestHasTheSameProcess(TwoPhase given) {
      assertThat(given).isSameAs(twophase);
      assertThat(given.accounts().find(account("A"))).hasBalance("10.00");
    }
  }

  private static Events tests(Class<?> type) {
    return EngineTestKit.engine("junit-jupiter")
        .selectors(selectClass(type))
        .execute()
        .testEvents();
  }

  @TwoPhaseTest
  static class UnmetCase {
    @Test
    void plansWhatIsNeverReached(TwoPhase twophase, FaultScript faults) {
      faults.diesAfter(write(1));
      twophase.accounts().find(account("A"));
    }
  }

  @Test
  void aFaultThatIsNotMetFailsTheTest() {
    tests(UnmetCase.class)
        .assertThatEvents()
        .haveExactly(
            1,
            finishedWithFailure(
                instanceOf(AssertionError.class),
                message(it -> it.contains("death after write number 1; since it was planned"))));
  }

  @TwoPhaseTest
  static class FailedAlreadyCase {
    @Test
    void failsByItself(FaultScript faults) {
      faults.diesAfter(write(1));
      throw new IllegalStateException("by itself");
    }
  }

  @Test
  void aTestThatHasFailedKeepsItsFailure() {
    tests(FailedAlreadyCase.class)
        .assertThatEvents()
        .haveExactly(
            1,
            finishedWithFailure(
                instanceOf(IllegalStateException.class),
                suppressed(0, message(it -> it.contains("death after write number 1")))));
  }

  @TwoPhaseTest
  @TestInstance(TestInstance.Lifecycle.PER_CLASS)
  static class SharedCase {
    private final TwoPhase twophase;

    SharedCase(TwoPhase twophase) {
      this.twophase = twophase;
    }

    @RepeatedTest(2)
    void sharesIt(TwoPhase given) {
      assertThat(given).isSameAs(twophase);
    }
  }

  @Test
  void theTestsOfOneInstanceShareTheStore() {
    tests(SharedCase.class).assertStatistics(stats -> stats.started(2).succeeded(2));
  }

  @TwoPhaseTest
  static class BeforeAllCase {
    @SuppressWarnings("NullAway.Init")
    private static TwoPhase shared;

    @BeforeAll
    static void keep(TwoPhase given) {
      shared = given;
    }

    @RepeatedTest(2)
    void sharesIt(TwoPhase given) {
      assertThat(given).isSameAs(shared);
    }
  }

  @Test
  void theTestsShareTheStoreOfTheMethodBeforeAll() {
    tests(BeforeAllCase.class).assertStatistics(stats -> stats.started(2).succeeded(2));
  }

  @TwoPhaseTest
  @TestInstance(TestInstance.Lifecycle.PER_CLASS)
  @TestMethodOrder(MethodOrderer.MethodName.class)
  static class LenientOnceCase {
    private final FaultScript faults;

    LenientOnceCase(FaultScript faults) {
      this.faults = faults;
    }

    @Test
    void first() {
      faults.mayStayUnmet();
      faults.diesAfter(write(1));
    }

    @Test
    void second() {
      faults.diesAfter(write(1));
    }
  }

  @Test
  void whatMayStayUnmetInOneTestMayNotInTheNext() {
    tests(LenientOnceCase.class).assertStatistics(stats -> stats.succeeded(1).failed(1));
  }

  @TwoPhaseTest
  static class KeptCase {
    @SuppressWarnings("NullAway.Init")
    private static TwoPhase kept;

    @Test
    void keepsItsProcess(TwoPhase given) {
      kept = given;
    }
  }

  @Test
  void theProcessesOfATestAreClosedAtItsEnd() {
    tests(KeptCase.class).assertStatistics(stats -> stats.succeeded(1));
    var outcome =
        KeptCase.kept
            .transfers()
            .transfer(TwoPhase.transfer("late", "A", "B", money("1.00", "USD")));
    assertThat(outcome).isNotAsked();
  }

  @TwoPhaseTest
  static class WithoutCase {
    @Test
    void asksForNothing() {}
  }

  @Test
  void aTestThatAsksForNothingGetsNothing() {
    tests(WithoutCase.class).assertStatistics(stats -> stats.succeeded(1));
  }
}
