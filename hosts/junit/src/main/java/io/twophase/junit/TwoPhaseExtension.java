package io.twophase.junit;

import io.twophase.TwoPhase;
import io.twophase.ports.EntityMapper;
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
 * are named beside its failure. The processes are closed. The tests of a class share the store if a
 * {@code @BeforeAll} method has such parameters, or if they share one instance of the class whose
 * constructor has such parameters.
 */
public final class TwoPhaseExtension implements ParameterResolver, AfterEachCallback {

  private static final ExtensionContext.Namespace MINE =
      ExtensionContext.Namespace.create(TwoPhaseExtension.class);

  private static final Map<Class<?>, Function<TestProcesses, Object>> GIVEN =
      Map.of(
          TwoPhase.class, it -> it.first().twophase(),
          TestProcess.class, it -> it.first(),
          FaultScript.class, it -> it.first().faults(),
          SettableClock.class, it -> it.clock(),
          InstantSource.class, it -> it.clock(),
          Clock.class, it -> it.clock().withZone(ZoneOffset.UTC),
          TestProcesses.class, it -> it,
          Store.class, it -> it.store());

  private final EntityMapper mapper;

  /** For {@link TwoPhaseTest}, or to be registered by a host's own annotation. */
  public TwoPhaseExtension() {
    this(EntityMapper.NONE);
  }

  /** To be registered by a field in place of the annotation, for functions that save entities. */
  public TwoPhaseExtension(EntityMapper mapper) {
    this.mapper = mapper;
  }

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

  /** The processes of the test; the store of JUnit closes them at its end. */
  private TestProcesses processes(ExtensionContext context) {
    Opened opened = context.getStore(MINE).get(Opened.class, Opened.class);
    if (opened == null) {
      opened = new Opened(new TestProcesses(mapper));
      context.getStore(MINE).put(Opened.class, opened);
    }
    return opened.processes();
  }

  /**
   * The stores of JUnit 5.12 close nothing else; those of JUnit 6 close it as an AutoCloseable, and
   * have deprecated the type.
   */
  @SuppressWarnings("deprecation")
  private record Opened(TestProcesses processes)
      implements ExtensionContext.Store.CloseableResource, AutoCloseable {
    @Override
    public void close() {
      processes.close();
    }
  }

  @Override
  public void afterEach(ExtensionContext context) {
    Opened opened = context.getStore(MINE).get(Opened.class, Opened.class);
    if (opened != null) {
      try {
        opened.processes().requireAllFaultsMet();
      } catch (AssertionError unmet) {
        Throwable failure = context.getExecutionException().orElseThrow(() -> unmet);
        failure.addSuppressed(unmet);
      }
    }
  }
}
