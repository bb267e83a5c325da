package io.twophase.junit.assertion;

import static io.twophase.TwoPhase.account;
import static io.twophase.TwoPhase.money;
import static io.twophase.TwoPhase.transactionId;
import static io.twophase.junit.assertion.TwoPhaseAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.twophase.TwoPhase;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.domain.TransactionId;
import io.twophase.domain.testing.Scenes;
import io.twophase.domain.testing.Verbs;
import io.twophase.junit.FaultScript;
import io.twophase.junit.TestProcesses;
import java.lang.reflect.Method;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.commons.support.ReflectionSupport;

/**
 * The assertions of {@code asserts.txt}, and the faults of {@code faults.txt}. A line names a
 * subject, what a bank answers to a request, and the assertions that hold for it; or what fails,
 * and its message. A verb of {@link FaultScript} plans a fault of a write. A has 100.00 USD, and B
 * nothing. Another process looks up accounts and transactions.
 */
class AssertsTest {

  private static final TransactionId T = transactionId("t");

  private static final List<String> PACKAGES =
      List.of("io.twophase.domain.transaction.", "io.twophase.domain.authorization.");

  @AutoClose private final TestProcesses processes = new TestProcesses();
  private final BankSteps bank = new BankSteps(processes);
  private Object last = this;

  static Stream<Scenes.Scene> scenes() {
    return Stream.of("asserts.txt", "faults.txt")
        .flatMap(page -> Scenes.of(AssertsTest.class, page));
  }

  @ParameterizedTest
  @MethodSource("scenes")
  void eachHoldsOrSaysWhatIsThere(Scenes.Scene scene) {
    scene.lines().forEach(this::check);
    processes.requireAllFaultsMet();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "account A: hasBalance 99.00",
        "account A: hasBalance 99.00; isFrozen -> to be frozen",
        "account A: isActive -> to be active",
        "transfer t 1.00: isApplied; isRefused",
      })
  void aLineThatIsNotSoIsFound(String line) {
    assertThatThrownBy(() -> check(line)).isInstanceOf(AssertionError.class);
  }

  private void check(String line) {
    String[] sides = line.split(" -> ", 2);
    @Nullable Throwable failure = catchThrowable(() -> make(sides[0].split(": ", 2)));
    if (sides.length == 1) {
      assertThat(failure).as(line).isNull();
    } else {
      assertThat(failure).as(line).isNotNull();
      assertThat(failure.toString()).contains(sides[1].replace(" / ", System.lineSeparator()));
      assertThat(
              failure instanceof AssertionError
                  || sides[1].startsWith(failure.getClass().getSimpleName()))
          .as(line)
          .isTrue();
    }
  }

  private void make(String[] parts) {
    last = parts[0].equals("last") ? last : bank.subject(List.of(parts[0].split(" ", -1)));
    if (parts.length == 2) {
      Method entry =
          Stream.of(TwoPhaseAssertions.class.getMethods())
              .filter(each -> each.getName().startsWith("assertThat"))
              // methods come in any order, and some of AssertJ's take nothing
              .filter(each -> each.getParameterCount() == 1)
              .filter(each -> each.getParameterTypes()[0].isInstance(last))
              .findFirst()
              .orElseThrow();
      @Nullable Object subject = ReflectionSupport.invokeMethod(entry, null, last);
      for (String assertion : parts[1].split("; ", -1)) {
        subject = assertions(subject).answer(assertion);
      }
    }
  }

  private static Verbs assertions(Object subject) {
    return new Verbs(subject)
        .reading(String[].class, names -> names.isEmpty() ? new String[0] : names.split(" ", -1))
        .reading(Class.class, AssertsTest::named);
  }

  private static Class<?> named(String reason) {
    return PACKAGES.stream()
        .flatMap(
            each ->
                ReflectionSupport.tryToLoadClass(each + reason.substring(1)).toOptional().stream())
        .findFirst()
        .orElseThrow();
  }

  @Test
  void softAssertionsReportAllThatFail() {
    TwoPhaseSoftAssertions softly = new TwoPhaseSoftAssertions();
    TwoPhase twophase = processes.first().twophase();
    softly
        .assertThat(
            twophase.transfers().transfer(TwoPhase.transfer("t", "A", "B", money("30.00", "USD"))))
        .isRefused();
    softly
        .assertThat(twophase.accounts().find(account("A")))
        .hasBalance("70.00")
        .hasAvailable("1.00")
        .isFrozen();
    softly.assertThat(twophase.transactions().find(T)).isCanceled();
    softly.assertThat(twophase.audit().run()).isClean();

    assertThat(softly.errorsCollected()).hasSize(4);
    assertThatThrownBy(softly::assertAll)
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("to be canceled" + System.lineSeparator() + "but it is done");
  }

  @Test
  void aDescriptionComesFirstAndNoOutcomeAtAllFails() {
    TransactionOutcome unknown = new TransactionOutcome.Unknown(T, "no answer to a hold");

    assertThatThrownBy(() -> assertThat(unknown).as("the second payment").isApplied())
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("[the second payment] ");
    assertThatThrownBy(() -> assertThat((TransactionOutcome) null).isApplied())
        .isInstanceOf(AssertionError.class);
  }
}
