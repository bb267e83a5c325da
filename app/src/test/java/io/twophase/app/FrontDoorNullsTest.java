package io.twophase.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.recovery.RecoveryRequest;
import io.twophase.app.runtime.RandomIds;
import io.twophase.app.runtime.ThreadPause;
import io.twophase.app.transfer.AnswerTime;
import io.twophase.app.transfer.Order;
import io.twophase.app.transfer.Request;
import io.twophase.app.transfer.TransactionRequest;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.account.Opening;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.atomic.AtomicOutcome;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.id.ApplicationName;
import io.twophase.domain.id.ApproverName;
import io.twophase.domain.id.PeriodName;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.money.Money;
import io.twophase.domain.participant.Home;
import io.twophase.domain.transaction.Labels;
import io.twophase.ports.AccountRepository;
import io.twophase.ports.AtomicBatches;
import io.twophase.ports.CallerGuard;
import io.twophase.ports.DocumentRepository;
import io.twophase.ports.IdSource;
import io.twophase.ports.OwnerRepository;
import io.twophase.ports.ParticipantRepository;
import io.twophase.ports.Pause;
import io.twophase.ports.Store;
import io.twophase.ports.StoreException;
import io.twophase.ports.Ticker;
import io.twophase.ports.TransactionQuery;
import io.twophase.ports.TransactionRepository;
import io.vavr.control.Option;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a host forgets to give is refused at the door, by its name. */
class FrontDoorNullsTest {

  private static final InMemoryStore STORE = InMemoryStore.create(Clock.systemUTC());
  private static final TwoPhase HOST =
      TwoPhase.over(STORE.accounts(), STORE.transactions()).build();
  private static final Map<Class<?>, Object> SAMPLES = samples();

  /** One call with one parameter missing. */
  record Call(Object target, Executable called, int missing) {
    @Override
    public String toString() {
      return called.getDeclaringClass().getSimpleName()
          + "."
          + called.getName()
          + " without "
          + called.getParameters()[missing].getName();
    }
  }

  @AfterAll
  static void close() {
    HOST.close();
  }

  private static Map<Class<?>, Object> samples() {
    Map<Class<?>, Object> samples = new HashMap<>();
    AccountId id = TwoPhase.account("A");
    Money money = TwoPhase.money("1.00", "USD");
    TransactionId transaction = TwoPhase.transactionId("t");
    samples.put(AccountId.class, id);
    samples.put(Money.class, money);
    samples.put(TransactionId.class, transaction);
    samples.put(String.class, "1");
    samples.put(boolean.class, true);
    samples.put(ApproverName.class, new ApproverName("Ann"));
    samples.put(AuthorizationTerms.class, new AuthorizationTerms(Duration.ofDays(1)));
    samples.put(Labels.class, Labels.NONE);
    samples.put(PeriodName.class, new PeriodName("2026-11"));
    samples.put(Map.class, Map.of());
    samples.put(Option.class, Option.none());
    samples.put(Opening.class, Opening.of(id, money).get());
    samples.put(StatusChange.class, StatusChange.FREEZE);
    TransferRequest transfer = new TransferRequest(transaction, id, TwoPhase.account("B"), money);
    samples.put(TransferRequest.class, transfer);
    samples.put(Request.class, transfer);
    samples.put(TransactionRequest.class, TransactionRequest.of(transaction));
    samples.put(Object.class, "id");
    samples.put(AnswerTime.class, AnswerTime.WHEN_FINISHED);
    samples.put(Order.class, Order.ANY);
    samples.put(List.class, List.of());
    samples.put(Iterator.class, Collections.emptyIterator());
    samples.put(Function.class, Function.identity());
    samples.put(Consumer.class, (Consumer<Object>) given -> {});
    samples.put(TransactionQuery.class, new TransactionQuery(Option.none(), Option.none(), 1));
    samples.put(RecoveryRequest.class, RecoveryRequest.olderThan(Duration.ofHours(1)));
    samples.put(Duration.class, Duration.ofHours(1));
    samples.put(Store.class, STORE);
    samples.put(AccountRepository.class, STORE.accounts());
    samples.put(TransactionRepository.class, STORE.transactions());
    samples.put(OwnerRepository.class, STORE.owners());
    samples.put(DocumentRepository.class, STORE.documents());
    samples.put(ParticipantRepository.class, STORE.participants());
    samples.put(
        AtomicBatches.class, (AtomicBatches) (begun, inOrder) -> new AtomicOutcome.InDoubt());
    samples.put(Home.class, STORE.home());
    samples.put(TwoPhaseSettings.class, TwoPhaseSettings.of(new ApplicationName("test")));
    samples.put(IdSource.class, new RandomIds());
    samples.put(Pause.class, new ThreadPause());
    samples.put(Executor.class, (Executor) Runnable::run);
    samples.put(CallerGuard.class, CallerGuard.NONE);
    samples.put(Ticker.class, (Ticker) () -> Duration.ZERO);
    samples.put(TwoPhaseListener.class, TwoPhaseListener.IGNORED);
    samples.put(io.twophase.app.recovery.Recovery.class, HOST.recovery());
    samples.put(
        RecoveryDaemon.Listener.class,
        new RecoveryDaemon.Listener() {
          @Override
          public void recovered(io.twophase.app.recovery.Recovered recovered) {}

          @Override
          public void failed(StoreException fault) {}
        });
    return samples;
  }

  static Stream<Call> calls() {
    TwoPhase.Builder builder = TwoPhase.over(STORE.accounts(), STORE.transactions());
    List<Object> doors =
        List.of(
            HOST.accounts(),
            HOST.transfers(),
            HOST.transactions(),
            HOST.compensation(),
            HOST.authorizations(),
            HOST.periods(),
            HOST.recovery(),
            HOST.scrub(),
            builder);
    Stream<Call> members =
        doors.stream()
            .flatMap(
                door ->
                    Arrays.stream(door.getClass().getDeclaredMethods())
                        .filter(FrontDoorNullsTest::isPublic)
                        .flatMap(method -> missing(door, method)));
    Stream<Call> makers =
        Stream.of(TwoPhase.class, RecoveryDaemon.class)
            .flatMap(type -> Arrays.stream(type.getDeclaredMethods()))
            .filter(method -> isPublic(method) && Modifier.isStatic(method.getModifiers()))
            .flatMap(method -> missing(HOST, method));
    Stream<Call> requests =
        Arrays.stream(TransferRequest.class.getConstructors())
            .flatMap(constructor -> missing(HOST, constructor));
    return Stream.of(members, makers, requests).flatMap(each -> each);
  }

  private static boolean isPublic(Method method) {
    return Modifier.isPublic(method.getModifiers()) && !method.isSynthetic();
  }

  private static Stream<Call> missing(Object target, Executable called) {
    List<Call> calls = new ArrayList<>();
    for (int at = 0; at < called.getParameterCount(); at++) {
      if (!called.getParameterTypes()[at].isPrimitive()) {
        calls.add(new Call(target, called, at));
      }
    }
    return calls.stream();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("calls")
  void whatIsMissingIsNamed(Call call) {
    assertThatThrownBy(() -> made(call))
        .as("%s", call)
        .isInstanceOf(NullPointerException.class)
        .extracting(Throwable::getMessage)
        .asString()
        .satisfies(
            message ->
                assertThat(call.called().getParameters()[call.missing()].getName())
                    .isIn(message, message.replaceFirst(".* ", "")));
  }

  @Test
  void allDoorsAreTried() {
    assertThat(calls()).hasSizeGreaterThan(40);
  }

  private static void made(Call call) throws Throwable {
    Parameter[] parameters = call.called().getParameters();
    Object[] arguments = new Object[parameters.length];
    for (int at = 0; at < parameters.length; at++) {
      Object sample = SAMPLES.get(parameters[at].getType());
      assertThat(sample).as("a sample of %s", parameters[at].getType()).isNotNull();
      arguments[at] = at == call.missing() ? null : sample;
    }
    try {
      if (call.called() instanceof Method method) {
        method.invoke(call.target(), arguments);
      } else {
        ((java.lang.reflect.Constructor<?>) call.called()).newInstance(arguments);
      }
    } catch (InvocationTargetException thrown) {
      throw thrown.getCause();
    }
  }
}
