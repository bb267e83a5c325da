package io.twophase.domain.testing;

import static io.twophase.domain.account.PeriodState.OPEN;
import static io.twophase.domain.testing.Fixtures.NOW;
import static io.twophase.domain.testing.Fixtures.USD;
import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.credit;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.transaction;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.twophase.domain.AccountId;
import io.twophase.domain.Epoch;
import io.twophase.domain.Money;
import io.twophase.domain.NotDoneException;
import io.twophase.domain.Owner.OwnerId;
import io.twophase.domain.PeriodName;
import io.twophase.domain.Reason;
import io.twophase.domain.TransactionId;
import io.twophase.domain.account.OpeningRefusal;
import io.twophase.domain.account.Period;
import io.twophase.domain.account.StatusRefusal;
import io.twophase.domain.authorization.AuthorizationRefusal;
import io.twophase.domain.authorization.AuthorizationRefusal.NotFound;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.hold.Account;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.statement.Statement;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.Receipt;
import io.twophase.domain.transaction.Refusal;
import io.twophase.domain.transaction.Reversal;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Currency;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Families of outcomes, answers and lookups: sealed, each case a record. */
public final class Families {

  private static final PeriodName PERIOD = new PeriodName("2026-11");

  /** The components that a case needs for its words, by their types. */
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
          Map.entry(Refusal.class, Fixtures.ON_REQUEST),
          Map.entry(CancelReason.class, Fixtures.ON_REQUEST),
          Map.entry(Reason.class, Fixtures.ON_REQUEST),
          Map.entry(Reversal.Refusal.class, new Reversal.Refusal.NothingMoved(transactionId("t"))),
          Map.entry(AuthorizationRefusal.class, new NotFound(transactionId("t"))),
          Map.entry(OpeningRefusal.class, new OpeningRefusal.MixedCurrencies(accountId("A"))),
          Map.entry(StatusRefusal.class, new StatusRefusal.Closed(accountId("A"))),
          Map.entry(PeriodName.class, PERIOD),
          Map.entry(Money.class, cents(7)),
          Map.entry(Currency.class, USD),
          Map.entry(Epoch.class, Epoch.FIRST),
          Map.entry(AccountOperation.class, debit("A", cents(7))),
          Map.entry(DocumentRef.class, Documents.order("o")),
          Map.entry(Account.class, account("A").with(cents(1))),
          Map.entry(
              Transaction.class,
              StoredRecords.lone(
                  State.PENDING, transaction("t", debit("A", cents(1)), credit("B", cents(1))))),
          Map.entry(Period.class, new Period(PERIOD, OPEN, Optional.empty(), Optional.empty())));

  private Families() {}

  /** A case of each kind of a family, which has no more in it than its words need. */
  public static Stream<Object> cases(Class<?> family) {
    return cases(family, component -> Optional.empty());
  }

  /** A case of each kind, with the components that are given, if one is. */
  public static Stream<Object> cases(
      Class<?> family, Function<RecordComponent, Optional<Object>> given) {
    return types(family).map(type -> one(type, given));
  }

  /** The records of a family. */
  public static Stream<Class<?>> types(Class<?> family) {
    return Arrays.stream(family.getPermittedSubclasses())
        .flatMap(type -> type.isRecord() ? Stream.of(type) : types(type));
  }

  private static Object one(Class<?> type, Function<RecordComponent, Optional<Object>> given) {
    List<@Nullable Object> samples = new ArrayList<>();
    for (RecordComponent component : type.getRecordComponents()) {
      samples.add(given.apply(component).orElseGet(() -> sample(component.getType())));
    }
    return Copies.of(type, samples);
  }

  private static @Nullable Object sample(Class<?> component) {
    if (SAMPLES.containsKey(component)) {
      return SAMPLES.get(component);
    }
    return component == Receipt.class || component == Statement.class
        ? one(component, inner -> Optional.empty())
        : Array.get(Array.newInstance(component, 1), 0);
  }

  /** A fold asks the function of the own case alone, and gives it the case. */
  public static void assertFoldAsksItsOwn(Object one) throws ReflectiveOperationException {
    Method fold =
        Arrays.stream(one.getClass().getMethods())
            .filter(method -> method.getName().equals("fold") && !method.isBridge())
            .findAny()
            .orElseThrow();
    Object[] arguments =
        Arrays.stream(fold.getGenericParameterTypes())
            .map(function -> caseOf(one.getClass(), (ParameterizedType) function))
            .map(asked -> (Function<Object, String>) given -> asked + " " + (given == one))
            .toArray();

    fold.setAccessible(true);
    assertThat(fold.invoke(one, arguments)).isEqualTo(one.getClass() + " true");
  }

  /** The case that {@code function} takes, as the family of {@code one} names it. */
  private static Type caseOf(Class<?> one, ParameterizedType function) {
    Type taken = ((WildcardType) function.getActualTypeArguments()[0]).getLowerBounds()[0];
    Type named =
        taken instanceof TypeVariable<?> variable
            ? Arrays.stream(one.getInterfaces())
                .flatMap(family -> Arrays.stream(family.getGenericInterfaces()))
                .map(ParameterizedType.class::cast)
                .filter(cases -> cases.getRawType() == variable.getGenericDeclaration())
                .map(cases -> cases.getActualTypeArguments()[place(variable)])
                .findFirst()
                .orElseThrow()
            : taken;
    return named instanceof ParameterizedType generic ? generic.getRawType() : named;
  }

  private static int place(TypeVariable<?> variable) {
    return List.of(variable.getGenericDeclaration().getTypeParameters()).indexOf(variable);
  }

  /** A case is returned, or what is in it; or it is thrown, with itself and its reason. */
  public static void assertReturnedOrThrown(Object one) throws ReflectiveOperationException {
    List<Object> components = new ArrayList<>(List.of(one));
    for (RecordComponent component : one.getClass().getRecordComponents()) {
      component.getAccessor().setAccessible(true);
      components.add(component.getAccessor().invoke(one));
    }
    Optional<Reason> reason =
        components.stream().filter(Reason.class::isInstance).map(Reason.class::cast).findFirst();
    Method orElseThrow = one.getClass().getMethod("orElseThrow");
    orElseThrow.setAccessible(true);

    try {
      Object value = orElseThrow.invoke(one);
      assertThat(isTheCaseToGoOnWith(one)).isTrue();
      assertThat(components).containsAnyOf(value, Optional.of(value));
    } catch (InvocationTargetException thrown) {
      assertThat(thrown.getCause())
          .isInstanceOfSatisfying(
              NotDoneException.class,
              notDone -> {
                assertThat(notDone.outcome()).isSameAs(one);
                assertThat(notDone.reason()).isEqualTo(reason);
                assertThat(notDone).hasMessageContaining(reason.map(Reason::message).orElse(" "));
              });
      assertThat(isTheCaseToGoOnWith(one)).isFalse();
    }
  }

  /** The predicate of the family: the one that is not of a case that is open-ended. */
  private static boolean isTheCaseToGoOnWith(Object one) throws ReflectiveOperationException {
    Method predicate =
        Arrays.stream(one.getClass().getMethods())
            .filter(Method::isDefault)
            .filter(method -> method.getName().matches("is[A-Z].*"))
            .filter(method -> !method.getName().equals("isOpenEnded"))
            .reduce((first, second) -> fail(first + " and " + second))
            .orElseThrow();
    predicate.setAccessible(true);
    return (boolean) predicate.invoke(one);
  }
}
