package io.twophase.junit;

import io.twophase.TwoPhase;
import io.twophase.ports.Store;
import io.twophase.test.clock.SettableClock;
import java.time.Clock;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Gives each test a store in memory of its own, and a process over it, by parameters of these
 * types:
 *
 * <ul>
 *   <li>{@link TwoPhase}, {@link TestProcess}: the first process
 *   <li>{@link FaultScript}: what is to go wrong for it
 *   <li>{@link SettableClock}, {@link InstantSource}, {@link Clock}: the time, which stands still
 *       until the test, or something that waits, turns it on
 *   <li>{@link TestProcesses}: all processes, to start more
 *   <li>{@link Store}: the store as it is, without faults
 * </ul>
 *
 * <p>After each test, faults that were planned and not met fail it; if it has failed already, they
 * are named beside its failure. The processes are closed. Where one instance of a class is shared
 * by its tests, and its constructor has such parameters, the tests share the store.
 */
public final class TwoPhaseExtension implements ParameterResolver, AfterEachCallback {

  private static final ExtensionContext.Namespace MINE =
      ExtensionContext.Namespace.create(TwoPhaseExtension.class);

  private static final Map<Class<?>, Function<TestProcesses, Object>> GIVEN =
      Map.of(
          TwoPhase.class,
          it -> it.first().twophase(),
          TestProcess.class,
          TestProcesses::first,
          FaultScript.class,
          it -> it.first().faults(),
          SettableClock.class,
          TestProcesses::clock,
          InstantSource.class,
          TestProcesses::clock,
          Clock.class,
          it -> it.clock().withZone(ZoneOffset.UTC),
          TestProcesses.class,
          it -> it,
          Store.class,
          TestProcesses::store);

  /** For {@link TwoPhaseTest}, or to be registered by a host's own annotation. */
  public TwoPhaseExtension() {}

  @Override
  public ExtensionContextScope getTestInstantiationExtensionContextScope(ExtensionContext root) {
    return ExtensionContextScope.TEST_METHOD;
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return GIVEN.containsKey(parameter.getParameter().getType());
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    Class<?> type = parameter.getParameter().getType();
    return Objects.requireNonNull(GIVEN.get(type), type::getName).apply(processes(context));
  }

  /** Those of the test; the store closes them at its end. */
  private static TestProcesses processes(ExtensionContext context) {
    return context
        .getStore(MINE)
        .computeIfAbsent(TestProcesses.class, type -> new TestProcesses(), TestProcesses.class);
  }

  @Override
  public void afterEach(ExtensionContext context) {
    TestProcesses processes = context.getStore(MINE).get(TestProcesses.class, TestProcesses.class);
    if (processes != null) {
      try {
        processes.requireAllFaultsMet();
      } catch (AssertionError unmet) {
        Throwable failure = context.getExecutionException().orElseThrow(() -> unmet);
        failure.addSuppressed(unmet);
      }
    }
  }
}
