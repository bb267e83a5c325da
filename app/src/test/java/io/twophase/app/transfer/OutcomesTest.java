package io.twophase.app.transfer;

import static io.twophase.domain.testing.Fixtures.NOW;
import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.credit;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.recordOf;
import static io.twophase.domain.testing.Fixtures.transaction;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import io.twophase.TwoPhase;
import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.authorization.ApproveOutcome;
import io.twophase.app.authorization.AuthorizeOutcome;
import io.twophase.app.authorization.CancelOutcome;
import io.twophase.app.authorization.CaptureOutcome;
import io.twophase.app.authorization.ReverseOutcome;
import io.twophase.app.authorization.VoidOutcome;
import io.twophase.app.function.FunctionOutcome;
import io.twophase.app.recovery.Recovered;
import io.twophase.app.statement.PeriodLookup;
import io.twophase.app.statement.PeriodOutcome;
import io.twophase.app.statement.StatementAnswer;
import io.twophase.domain.AccountId;
import io.twophase.domain.NotDoneException;
import io.twophase.domain.OwnerId;
import io.twophase.domain.PeriodName;
import io.twophase.domain.Reason;
import io.twophase.domain.TransactionId;
import io.twophase.domain.account.OpeningRefusal;
import io.twophase.domain.account.Period;
import io.twophase.domain.account.PeriodState;
import io.twophase.domain.account.StatusRefusal;
import io.twophase.domain.authorization.AuthorizationRefusal;
import io.twophase.domain.hold.Account;
import io.twophase.domain.hold.AccountLookup;
import io.twophase.domain.reading.ReadAnswer;
import io.twophase.domain.record.OpenOutcome;
import io.twophase.domain.record.OwnerLookup;
import io.twophase.domain.record.StatusOutcome;
import io.twophase.domain.record.TransactionLookup;
import io.twophase.domain.statement.Statement;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.Receipt;
import io.twophase.domain.transaction.Refusal;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.lang.reflect.RecordComponent;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
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

  /** The components that an outcome needs for its words, by their types. */
  private static final Map<Class<?>, Object> SAMPLES =
      Map.ofEntries(
          Map.entry(String.class, "x"),
          Map.entry(List.class, List.of()),
          Map.entry(Optional.class, Optional.of("x")),
          Map.entry(Instant.class, NOW),
          Map.entry(State.class, State.DONE),
          Map.entry(TransactionId.class, transactionId("t")),
          Map.entry(AccountId.class, accountId("A")),
          Map.entry(OwnerId.class, new OwnerId("o")),
          Map.entry(Refusal.class, CANCELED),
          Map.entry(CancelReason.class, CANCELED),
          Map.entry(Reason.class, CANCELED),
          Map.entry(
              AuthorizationRefusal.class, new AuthorizationRefusal.NotFound(transactionId("t"))),
          Map.entry(OpeningRefusal.class, new OpeningRefusal.MixedCurrencies(accountId("A"))),
          Map.entry(StatusRefusal.class, new StatusRefusal.Closed(accountId("A"))),
          Map.entry(PeriodName.class, TwoPhase.period("2026-11")),
          Map.entry(Account.class, account("A").with(cents(1))),
          Map.entry(
              Transaction.class,
              recordOf(transaction("t", debit("A", cents(1)), credit("B", cents(1)))).build()),
          Map.entry(
              Period.class,
              new Period(
                  TwoPhase.period("2026-11"),
                  PeriodState.OPEN,
                  Optional.empty(),
                  Optional.empty())));

  /** The families that hosts fold, and go on with one case of. */
  private static Stream<Class<?>> families() {
    return Stream.of(
        TransactionOutcome.class,
        FunctionOutcome.class,
        EnqueueOutcome.class,
        PreviewOutcome.class,
        CancelOutcome.class,
        ReverseOutcome.class,
        AuthorizeOutcome.class,
        CaptureOutcome.class,
        ApproveOutcome.class,
        VoidOutcome.class,
        PeriodOutcome.class,
        PeriodLookup.class,
        StatementAnswer.class,
        AccountLookup.class,
        TransactionLookup.class,
        OwnerLookup.class,
        OpenOutcome.class,
        StatusOutcome.class);
  }

  /** One of each case of each family that hosts fold. */
  static Stream<Object> folded() {
    return Stream.concat(families(), Stream.of(Recovered.class)).flatMap(OutcomesTest::cases);
  }

  /** One of each case of each family that has one case to go on with. */
  static Stream<Object> answers() {
    return Stream.concat(families(), Stream.of(ReadAnswer.class)).flatMap(OutcomesTest::cases);
  }

  private static Stream<Object> cases(Class<?> family) {
    return Arrays.stream(family.getPermittedSubclasses())
        .flatMap(type -> type.isRecord() ? Stream.of(one(type)) : cases(type));
  }

  /** A record of that class, which has no more in it than its words need. */
  private static Object one(Class<?> type) {
    try {
      Constructor<?> canonical =
          type.getDeclaredConstructor(
              Arrays.stream(type.getRecordComponents())
                  .map(RecordComponent::getType)
                  .toArray(Class<?>[]::new));
      canonical.setAccessible(true);
      return canonical.newInstance(
          Arrays.stream(canonical.getParameterTypes()).map(OutcomesTest::sample).toArray());
    } catch (ReflectiveOperationException impossible) {
      throw new AssertionError(impossible);
    }
  }

  private static Object sample(Class<?> component) {
    if (SAMPLES.containsKey(component)) {
      return SAMPLES.get(component);
    }
    return component == Receipt.class || component == Statement.class
        ? one(component)
        : Array.get(Array.newInstance(component, 1), 0);
  }

  /** Its own function, or its own case, is the one that is asked, and is given the outcome. */
  @ParameterizedTest
  @MethodSource("folded")
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
                        : reverseCases(outcome))
            .toArray();

    fold.setAccessible(true);
    String name = outcome.getClass().getSimpleName();
    assertThat(fold.invoke(outcome, arguments))
        .isEqualTo(Character.toLowerCase(name.charAt(0)) + name.substring(1) + "true");
  }

  private static Object reverseCases(Object outcome) {
    InvocationHandler handler =
        (proxy, method, arguments) -> method.getName() + (arguments[0] == outcome);
    return Proxy.newProxyInstance(
        OutcomesTest.class.getClassLoader(), new Class<?>[] {ReverseOutcome.Cases.class}, handler);
  }

  /** A case is returned, or what is in it; or it is thrown, with itself and its reason. */
  @ParameterizedTest
  @MethodSource("answers")
  void eachCaseIsReturnedOrThrownAsItsPredicateSays(Object outcome)
      throws ReflectiveOperationException {
    List<Object> components = new ArrayList<>(List.of(outcome));
    for (RecordComponent component : outcome.getClass().getRecordComponents()) {
      component.getAccessor().setAccessible(true);
      components.add(component.getAccessor().invoke(outcome));
    }
    Optional<Reason> reason =
        components.stream().filter(Reason.class::isInstance).map(Reason.class::cast).findFirst();
    Method orElseThrow = outcome.getClass().getMethod("orElseThrow");
    orElseThrow.setAccessible(true);

    try {
      Object value = orElseThrow.invoke(outcome);
      assertThat(isTheCaseToGoOnWith(outcome)).isTrue();
      assertThat(components).containsAnyOf(value, Optional.of(value));
    } catch (InvocationTargetException thrown) {
      assertThat(thrown.getCause())
          .isInstanceOfSatisfying(
              NotDoneException.class,
              notDone -> {
                assertThat(notDone.outcome()).isSameAs(outcome);
                assertThat(notDone.reason()).isEqualTo(reason);
                assertThat(notDone).hasMessageContaining(reason.map(Reason::message).orElse(" "));
              });
      assertThat(isTheCaseToGoOnWith(outcome)).isFalse();
    }
  }

  /** The predicate of the family: the one that is not of a case that is open-ended. */
  private static boolean isTheCaseToGoOnWith(Object outcome) throws ReflectiveOperationException {
    Method predicate =
        Arrays.stream(outcome.getClass().getMethods())
            .filter(Method::isDefault)
            .filter(method -> method.getName().matches("is[A-Z].*"))
            .filter(method -> !method.getName().equals("isOpenEnded"))
            .reduce((one, other) -> fail(one + " and " + other))
            .orElseThrow();
    predicate.setAccessible(true);
    return (boolean) predicate.invoke(outcome);
  }

  @Test
  void whoGoesOnOnlyWithWhatHappenedThrowsOtherwise() {
    assertThat(APPLIED.orElseThrow()).isSameAs(APPLIED);
    assertThat(List.of(APPLIED.isApplied(), REFUSED.isApplied(), UNKNOWN.isApplied()))
        .containsExactly(true, false, false);
    assertThatThrownBy(REFUSED::orElseThrow)
        .isInstanceOfSatisfying(
            NotDoneException.class, thrown -> assertThat(thrown.outcome()).isSameAs(REFUSED))
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
