package io.twophase.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.awaitility.Durations.ONE_MINUTE;

import io.micrometer.context.ContextSnapshotFactory;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.twophase.TwoPhase;
import io.twophase.TwoPhaseListener;
import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.micrometer.CallerContexts;
import io.twophase.micrometer.TwoPhaseGauges;
import io.twophase.micrometer.TwoPhaseMetrics;
import io.twophase.ports.CallerContext;
import io.twophase.ports.Store;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class TwoPhaseMetricsAutoConfigurationTest {

  private final InMemoryStore store = InMemoryStore.create(Clock.systemUTC());

  private ApplicationContextRunner host() {
    return Contexts.unset()
        .withBean(Store.class, () -> store)
        .withPropertyValues("twophase.recovery.enabled=false", "twophase.metrics.interval=10ms")
        .withConfiguration(AutoConfigurations.of(TwoPhaseMetricsAutoConfiguration.class));
  }

  private ApplicationContextRunner metered() {
    return host().withBean(MeterRegistry.class, SimpleMeterRegistry::new);
  }

  private static double applied(MeterRegistry meters) {
    return meters
        .get("twophase.outcomes")
        .tags("outcome", "applied", "found", "false")
        .counter()
        .count();
  }

  @Test
  void withAMeterRegistryThereAreCountersAndGauges() {
    metered()
        .run(
            context -> {
              MeterRegistry meters = context.getBean(MeterRegistry.class);
              Contexts.moveMoney(context);

              LeftBehind.in(store, "t1");

              assertThat(applied(meters)).isEqualTo(1);
              await()
                  .atMost(ONE_MINUTE)
                  .until(
                      () ->
                          meters.get("twophase.unfinished").tag("state", "pending").gauge().value()
                              == 1);
            });
  }

  @Test
  void aHostWhoseBeansAreLazyHasThem() {
    metered()
        .withInitializer(
            lazy ->
                lazy.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor()))
        .run(
            context ->
                assertThat(
                        context.getBean(MeterRegistry.class).find("twophase.unfinished").gauges())
                    .isNotEmpty());
  }

  @Test
  void anObservationRegistryOfTheHostObserves() {
    List<String> observed = new CopyOnWriteArrayList<>();
    ObservationRegistry registry = ObservationRegistry.create();
    registry
        .observationConfig()
        .observationHandler(
            new ObservationHandler<Observation.Context>() {
              @Override
              public void onStop(Observation.Context context) {
                observed.add(context.getName());
              }

              @Override
              public boolean supportsContext(Observation.Context context) {
                return true;
              }
            });
    metered()
        .withBean(ObservationRegistry.class, () -> registry)
        .run(context -> Contexts.moveMoney(context));

    assertThat(observed).contains("twophase.step", "twophase.transaction");
  }

  @Test
  void withoutARegistryOrWithoutTheModuleThereIsNothing() {
    host()
        .run(
            context ->
                assertThat(context)
                    .hasSingleBean(TwoPhase.class)
                    .doesNotHaveBean(TwoPhaseMetrics.class)
                    .doesNotHaveBean(TwoPhaseGauges.class));
    metered()
        .withClassLoader(new FilteredClassLoader(TwoPhaseMetrics.class))
        .run(
            context ->
                assertThat(context)
                    .hasSingleBean(TwoPhase.class)
                    .doesNotHaveBean("twophaseMetrics"));
  }

  @Test
  void aListenerOfTheHostIsNotifiedBesideWhateverEitherThrows() {
    List<String> ended = new CopyOnWriteArrayList<>();
    TwoPhaseListener own =
        new TwoPhaseListener() {
          @Override
          public void transferEnded(TransactionOutcome outcome) {
            ended.add(outcome.id().value());
            throw new IllegalStateException("planted");
          }
        };
    metered()
        .withBean("own", TwoPhaseListener.class, () -> own)
        .run(
            context -> {
              Contexts.moveMoney(context);

              assertThat(ended).hasSize(1);
              assertThat(applied(context.getBean(MeterRegistry.class))).isEqualTo(1);
            });
  }

  @Test
  void theGaugesEndWithTheContext() {
    SimpleMeterRegistry meters = new SimpleMeterRegistry();
    host()
        .withBean(MeterRegistry.class, () -> meters)
        .run(context -> assertThat(meters.find("twophase.unfinished").gauges()).isNotEmpty());

    assertThat(meters.find("twophase.unfinished").gauges()).isEmpty();
  }

  @Test
  void callersHaveAContextWhereMicrometerCanTell() {
    host().run(context -> assertThat(context).hasSingleBean(CallerContext.class));
    for (Class<?> library : List.of(ContextSnapshotFactory.class, CallerContexts.class)) {
      host()
          .withClassLoader(new FilteredClassLoader(library))
          .run(context -> assertThat(context).doesNotHaveBean(CallerContext.class));
    }
  }

  @Test
  void aCallerContextOfTheHostIsAskedForEachCaller() {
    AtomicInteger asked = new AtomicInteger();
    CallerContext own =
        () -> {
          asked.incrementAndGet();
          return CallerContext.NONE.capture();
        };
    host()
        .withBean("own", CallerContext.class, () -> own)
        .run(
            context -> {
              Contexts.open(context).transfers().submit(Contexts.transfer("t")).join();

              assertThat(asked).hasPositiveValue();
            });
  }
}
