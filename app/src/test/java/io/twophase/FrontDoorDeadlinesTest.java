package io.twophase;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.Assembly.AssembledTwoPhase;
import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.transfer.queue.CountedStore;
import io.twophase.ports.CallerGuard;
import io.twophase.ports.Store;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/**
 * Every call of the front door keeps to a deadline: when it has passed, none reaches the store,
 * whatever it throws or answers.
 */
class FrontDoorDeadlinesTest {

  private final InMemoryStore real = InMemoryStore.create(Clock.systemUTC());
  private final CountedStore counted = new CountedStore(real);
  private final Store store = counted.store();
  @AutoClose private final TwoPhase host = TwoPhase.over(store).executor(Runnable::run).build();
  private final Map<Class<?>, Object> samples = FrontDoorSamples.of(real, host);

  /** A door, and a call of it. */
  private record Call(Object door, Method method) {
    @Override
    public String toString() {
      return method.getDeclaringClass().getSimpleName()
          + "."
          + method.getName()
          + Arrays.stream(method.getParameterTypes())
              .map(Class::getSimpleName)
              .collect(Collectors.joining(", ", "(", ")"));
    }
  }

  private static Stream<Call> calls(TwoPhase door) {
    return Stream.concat(
        Stream.of(new Call(door, runOf())),
        FrontDoorSamples.doors(door)
            .flatMap(
                part ->
                    Arrays.stream(part.getClass().getDeclaredMethods())
                        .filter(FrontDoorDeadlinesTest::isCall)
                        .map(method -> new Call(part, method))));
  }

  private static Method runOf() {
    try {
      return TwoPhase.class.getMethod("run", io.twophase.app.transfer.Request.class);
    } catch (NoSuchMethodException gone) {
      throw new AssertionError(gone);
    }
  }

  private static boolean isCall(Method method) {
    return Modifier.isPublic(method.getModifiers())
        && !Modifier.isStatic(method.getModifiers())
        && !method.isSynthetic()
        && !method.getName().equals("close");
  }

  /** The calls that reach the store, when nothing may. */
  private Stream<String> sending(TwoPhase door, Duration time) {
    return calls(door)
        .filter(
            call -> {
              counted.at(-1, () -> {});
              door.within(time, () -> made(call));
              return !counted.calls().isEmpty();
            })
        .map(Call::toString);
  }

  private boolean made(Call call) {
    Object[] arguments =
        Arrays.stream(call.method().getParameterTypes())
            .map(type -> FrontDoorSamples.one(samples, type))
            .toArray();
    try {
      call.method().invoke(call.door(), arguments);
    } catch (InvocationTargetException answered) {
      assertThat(answered.getCause()).as("%s", call).isInstanceOf(RuntimeException.class);
    } catch (IllegalAccessException impossible) {
      throw new AssertionError(impossible);
    }
    return true;
  }

  @Test
  void noneIsLate() {
    assertThat(sending(host, Duration.ZERO)).isEmpty();
  }

  @Test
  void nearlyAllReachTheStoreInTime() {
    assertThat(calls(host)).hasSizeGreaterThan(70);
    assertThat(sending(host, Duration.ofHours(1))).hasSizeGreaterThan(60);
  }

  @Test
  void aDoorThatKnowsNoDeadlineIsFound() throws ReflectiveOperationException {
    Object[] parts =
        Arrays.stream(AssembledTwoPhase.class.getRecordComponents())
            .map(component -> FrontDoorSamples.value(component, host))
            .map(part -> part instanceof Accounts ? new Accounts(store, CallerGuard.NONE) : part)
            .toArray();
    TwoPhase planted =
        (TwoPhase) AssembledTwoPhase.class.getDeclaredConstructors()[0].newInstance(parts);

    assertThat(sending(planted, Duration.ZERO))
        .isNotEmpty()
        .allMatch(call -> call.startsWith("Accounts."));
  }
}
