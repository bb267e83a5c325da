package io.twophase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.Assembly.AssembledTwoPhase;
import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.app.transfer.queue.CountedStore;
import io.twophase.ports.CallerGuard;
import io.twophase.ports.Store;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/**
 * Every call of the front door keeps to a deadline: when it has passed, none reaches the store,
 * whatever it throws or answers. Calls that write ask the host's guard before.
 */
class FrontDoorCallsTest {

  private final InMemoryStore real = InMemoryStore.create(Clock.systemUTC());
  private final CountedStore counted = new CountedStore(real);
  private final Store store = counted.store();
  @AutoClose private final TwoPhase host = TwoPhase.over(store).executor(Runnable::run).build();

  @AutoClose
  private final TwoPhase guarded =
      TwoPhase.over(store)
          .executor(Runnable::run)
          .callerGuard(
              () -> {
                throw new GuardedException();
              })
          .build();

  private final Map<Class<?>, Object> samples = FrontDoorSamples.of(real, host);

  private static final class GuardedException extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

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
                        .filter(FrontDoorCallsTest::isCall)
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
        && !(method.getName().equals("close") && method.getParameterCount() == 0);
  }

  /** The calls that reach the store, when nothing may. */
  private Stream<String> sending(TwoPhase door, Duration time) {
    return calls(door)
        .filter(
            call -> {
              counted.at(-1, () -> {});
              door.within(time, () -> thrown(call));
              return !counted.calls().isEmpty();
            })
        .map(Call::toString);
  }

  private Optional<Throwable> thrown(Call call) {
    Object[] arguments =
        Arrays.stream(call.method().getParameterTypes())
            .map(type -> FrontDoorSamples.one(samples, type))
            .toArray();
    try {
      call.method().invoke(call.door(), arguments);
      return Optional.empty();
    } catch (InvocationTargetException answered) {
      assertThat(answered.getCause()).as("%s", call).isInstanceOf(RuntimeException.class);
      return Optional.of(answered.getCause());
    } catch (IllegalAccessException impossible) {
      throw new AssertionError(impossible);
    }
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

  /** By their doors. */
  @Test
  void thoseThatWriteAskTheGuardBeforeTheyReachTheStore() {
    host.accounts().open(TwoPhase.account("A"), TwoPhase.money("1.00", "USD"));
    Map<String, Set<String>> asking = new TreeMap<>();
    for (Call call : calls(guarded).toList()) {
      counted.at(-1, () -> {});
      if (thrown(call).filter(GuardedException.class::isInstance).isPresent()) {
        assertThat(counted.calls()).as("%s", call).isEmpty();
        asking
            .computeIfAbsent(
                call.method().getDeclaringClass().getSimpleName(), door -> new TreeSet<>())
            .add(call.method().getName());
      }
    }

    assertThat(asking)
        .hasToString(
            "{Accounts=[change, open]"
                + ", Authorizations=[approve, authorize, capture, captureInPart, voidAuthorization]"
                + ", Compensation=[cancel, reverse], Events=[consume], Functions=[run]"
                + ", OperatorActions=[perform], Periods=[close, open, reopen]"
                + ", Transfers=[cancel, enqueue, run, submit, transfer, transferAll"
                + ", trySubmit], TwoPhase=[run]}");
    // of no transfers, it is refused
    List<TransferRequest> one = List.of((TransferRequest) samples.get(TransferRequest.class));
    assertThatThrownBy(() -> guarded.transfers().allOrNothing(one.get(0).id(), one))
        .isInstanceOf(GuardedException.class);
  }
}
