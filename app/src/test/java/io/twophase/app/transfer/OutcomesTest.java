package io.twophase.app.transfer;

import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.TwoPhase;
import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.authorization.ApproveOutcome;
import io.twophase.app.authorization.AuthorizeOutcome;
import io.twophase.app.authorization.CancelOutcome;
import io.twophase.app.authorization.CaptureOutcome;
import io.twophase.app.authorization.ReverseOutcome;
import io.twophase.app.authorization.VoidOutcome;
import io.twophase.app.recovery.Recovered;
import io.twophase.app.statement.PeriodLookup;
import io.twophase.app.statement.PeriodOutcome;
import io.twophase.app.statement.StatementAnswer;
import io.twophase.domain.record.OpenOutcome;
import io.twophase.domain.record.StatusOutcome;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.Refusal;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.lang.reflect.RecordComponent;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a host does with an outcome. */
class OutcomesTest {

  private static final TransactionOutcome.Applied APPLIED =
      new TransactionOutcome.Applied(transactionId("t"), true, false, Optional.empty());
  private static final Refusal CANCELED = new CancelReason.Requested("no");
  private static final TransactionOutcome.Refused REFUSED =
      new TransactionOutcome.Refused(transactionId("t"), CANCELED, true, false, Optional.empty());
  private static final TransactionOutcome.Unknown UNKNOWN =
      new TransactionOutcome.Unknown(transactionId("t"), "no answer");
  private static final TransactionOutcome.NotAsked NOT_ASKED =
      new TransactionOutcome.NotAsked(transactionId("t"), "shutting down");

  /** One of each case of each family that hosts fold. */
  static Stream<Object> outcomes() {
    return Stream.of(
            TransactionOutcome.class,
            EnqueueOutcome.class,
            PreviewOutcome.class,
            CancelOutcome.class,
            ReverseOutcome.class,
            AuthorizeOutcome.class,
            CaptureOutcome.class,
            ApproveOutcome.class,
            VoidOutcome.class,
            Recovered.class,
            PeriodOutcome.class,
            PeriodLookup.class,
            StatementAnswer.class,
            OpenOutcome.class,
            StatusOutcome.class)
        .flatMap(family -> Arrays.stream(family.getPermittedSubclasses()))
        .map(OutcomesTest::one);
  }

  /** A record of that class, which has nothing in it. */
  private static Object one(Class<?> type) {
    try {
      Constructor<?> canonical =
          type.getDeclaredConstructor(
              Arrays.stream(type.getRecordComponents())
                  .map(RecordComponent::getType)
                  .toArray(Class<?>[]::new));
      canonical.setAccessible(true);
      return canonical.newInstance(
          Arrays.stream(canonical.getParameterTypes())
              .map(
                  component ->
                      component == List.class
                          ? List.of()
                          : Array.get(Array.newInstance(component, 1), 0))
              .toArray());
    } catch (ReflectiveOperationException impossible) {
      throw new AssertionError(impossible);
    }
  }

  /** Its own function, or its own case, is the one that is asked, and is given the outcome. */
  @ParameterizedTest
  @MethodSource("outcomes")
  void foldAsksTheFunctionOfItsOwn(Object outcome) throws ReflectiveOperationException {
    Method fold =
        Arrays.stream(outcome.getClass().getMethods())
            .filter(method -> method.getName().equals("fold") && !method.isBridge())
            .findAny()
            .orElseThrow();
    Object[] arguments =
        Arrays.stream(fold.getParameters())
            .map(
                parameter ->
                    parameter.getType() == Function.class
                        ? (Function<Object, String>)
                            given -> parameter.getName() + (given == outcome)
                        : cases(outcome))
            .toArray();

    fold.setAccessible(true);
    String name = outcome.getClass().getSimpleName();
    assertThat(fold.invoke(outcome, arguments))
        .isEqualTo(Character.toLowerCase(name.charAt(0)) + name.substring(1) + "true");
  }

  private static Object cases(Object outcome) {
    InvocationHandler handler =
        (proxy, method, arguments) -> method.getName() + (arguments[0] == outcome);
    return Proxy.newProxyInstance(
        OutcomesTest.class.getClassLoader(), new Class<?>[] {ReverseOutcome.Cases.class}, handler);
  }

  @Test
  void whoGoesOnOnlyWithWhatHappenedThrowsOtherwise() {
    assertThat(APPLIED.orElseThrow()).isSameAs(APPLIED);
    assertThat(List.of(APPLIED.isApplied(), REFUSED.isApplied(), UNKNOWN.isApplied()))
        .containsExactly(true, false, false);
    assertThatThrownBy(REFUSED::orElseThrow)
        .isInstanceOfSatisfying(
            NotAppliedException.class, thrown -> assertThat(thrown.outcome()).isSameAs(REFUSED))
        .hasMessage("transfer t is refused: canceled on request: no");
    assertThatThrownBy(UNKNOWN::orElseThrow)
        .hasMessage("transfer t is not certain: no answer; asking again resolves it");
    assertThatThrownBy(NOT_ASKED::orElseThrow)
        .hasMessage("transfer t was not asked: shutting down");
  }

  @Test
  void figuresThatMakeNoAccountAreAnOutcomeAsAnyRefusalIs() {
    InMemoryStore store = InMemoryStore.create(Clock.systemUTC());
    TwoPhase host = TwoPhase.over(store).build();

    assertThat(host.accounts().open(accountId("A"), cents(-1)))
        .isInstanceOf(OpenOutcome.Refused.class);
    assertThat(host.accounts().open(accountId("A"), cents(1))).isEqualTo(new OpenOutcome.Opened());
    assertThat(host.accounts().open(accountId("A"), cents(1)))
        .isEqualTo(new OpenOutcome.AlreadyOpen());
    assertThatThrownBy(() -> TwoPhase.money("1.234", "USD"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("1.234");
  }
}
