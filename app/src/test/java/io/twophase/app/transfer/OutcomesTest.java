package io.twophase.app.transfer;

import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.TwoPhase;
import io.twophase.app.compensation.CancelOutcome;
import io.twophase.app.compensation.ReverseOutcome;
import io.twophase.app.recovery.Recovered;
import io.twophase.domain.account.StatusRefusal;
import io.twophase.domain.record.OpenOutcome;
import io.twophase.domain.record.StatusOutcome;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.State;
import io.vavr.control.Option;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a host does with an outcome. */
class OutcomesTest {

  private static final TransactionOutcome.Applied APPLIED =
      new TransactionOutcome.Applied(transactionId("t"), true, false, Option.none());
  private static final Refusal CANCELED = new Refusal.Canceled(new CancelReason.Requested("no"));
  private static final TransactionOutcome.Refused REFUSED =
      new TransactionOutcome.Refused(transactionId("t"), CANCELED, true, false, Option.none());
  private static final TransactionOutcome.Unknown UNKNOWN =
      new TransactionOutcome.Unknown(transactionId("t"), "no answer");
  private static final TransactionOutcome.NotAsked NOT_ASKED =
      new TransactionOutcome.NotAsked(transactionId("t"), "shutting down");

  static List<Object> outcomes() {
    return List.of(
        APPLIED,
        REFUSED,
        UNKNOWN,
        NOT_ASKED,
        CANCELED,
        new CancelOutcome.Canceled(new CancelReason.Requested("no"), true),
        new CancelOutcome.AlreadyDecided(State.DONE),
        new CancelOutcome.NotFound(),
        new CancelOutcome.Unknown("no answer"),
        new EnqueueOutcome.Enqueued(),
        new EnqueueOutcome.Refused(CANCELED),
        new EnqueueOutcome.NotAsked("shutting down"),
        new EnqueueOutcome.Unknown("no answer"),
        new ReverseOutcome.Reversed(transactionId("t"), false),
        new ReverseOutcome.Refused(transactionId("t"), CANCELED),
        new ReverseOutcome.CancelInstead(State.PENDING),
        new ReverseOutcome.NothingMoved(),
        new ReverseOutcome.NotFound(),
        new ReverseOutcome.RecordRemoved(),
        new ReverseOutcome.IdTooLong(),
        new ReverseOutcome.Unknown("no answer"),
        new Recovered.Done("t", State.PENDING),
        new Recovered.Canceled("t", State.PENDING, new CancelReason.Recovered()),
        new Recovered.LeftToAnother("t", State.PENDING),
        new Recovered.Unreadable("t", "v is 2"),
        new Recovered.Unfinished("t", State.PENDING, "no answer"),
        new OpenOutcome.Opened(),
        new OpenOutcome.AlreadyOpen(),
        new OpenOutcome.InDoubt(),
        new StatusOutcome.Refused(new StatusRefusal.NotFound(accountId("A"))),
        new StatusOutcome.InDoubt());
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
