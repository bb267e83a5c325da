package io.twophase.spring;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import io.twophase.TwoPhase;
import io.twophase.micrometer.CallerContexts;
import io.twophase.micrometer.TwoPhaseGauges;
import io.twophase.micrometer.TwoPhaseMetrics;
import io.twophase.ports.CallerContext;
import io.twophase.ports.Store;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;

/**
 * Shows what Twophase does in the host's meter registry, and in its observation registry where it
 * has one. The gauges end before Twophase does.
 */
@AutoConfiguration(
    after = TwoPhaseAutoConfiguration.class,
    afterName = {
      "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration",
      "org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration"
    })
public final class TwoPhaseMetricsAutoConfiguration {

  /** The listener and the gauges. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass({TwoPhaseMetrics.class, MeterRegistry.class})
  @ConditionalOnBean({MeterRegistry.class, TwoPhaseProperties.class})
  static class Meters {

    @Bean
    @ConditionalOnMissingBean
    TwoPhaseMetrics twophaseMetrics(
        ObjectProvider<ObservationRegistry> observations, MeterRegistry meters) {
      return new TwoPhaseMetrics(
          observations.getIfAvailable(() -> ObservationRegistry.NOOP), meters);
    }

    /** Not lazy: nothing in a host asks for it. */
    @Bean(destroyMethod = "close")
    @Lazy(false)
    @ConditionalOnMissingBean
    @ConditionalOnBean({TwoPhase.class, Store.class})
    TwoPhaseGauges twophaseGauges(
        TwoPhase twophase, Store store, MeterRegistry meters, TwoPhaseProperties properties) {
      return TwoPhaseGauges.start(twophase, store, meters, properties.metrics().interval());
    }
  }

  /** Callbacks carry what the caller's thread carried, where Micrometer can tell. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(
      value = CallerContexts.class,
      name = "io.micrometer.context.ContextSnapshotFactory")
  static class Context {

    @Bean
    @ConditionalOnMissingBean
    CallerContext twophaseCallerContext() {
      return CallerContexts.ofMicrometer();
    }
  }
}
