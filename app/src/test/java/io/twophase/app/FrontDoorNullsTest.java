package io.twophase.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.transfer.TransferRequest;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
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
  private static final Map<Class<?>, Object> SAMPLES = FrontDoorSamples.of(STORE, HOST);

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
