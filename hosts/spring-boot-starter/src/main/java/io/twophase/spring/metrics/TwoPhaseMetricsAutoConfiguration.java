package io.twophase.spring.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import io.twophase.TwoPhase;
import io.twophase.micrometer.TwoPhaseGauges;
import io.twophase.micrometer.TwoPhaseMetrics;
import io.twophase.ports.Store;
import io.twophase.spring.TwoPhaseAutoConfiguration;
import io.twophase.spring.TwoPhaseProperties;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

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
@ConditionalOnClass({TwoPhaseMetrics.class, MeterRegistry.class})
@ConditionalOnBean({MeterRegistry.class, TwoPhaseProperties.class})
public final class TwoPhaseMetricsAutoConfiguration {

  @Bean
  @ConditionalOnMissingBean
  TwoPhaseMetrics twophaseMetrics(
      ObjectProvider<ObservationRegistry> observations, MeterRegistry meters) {
    return new TwoPhaseMetrics(observations.getIfAvailable(() -> ObservationRegistry.NOOP), meters);
  }

  @Bean(destroyMethod = "close")
  @ConditionalOnMissingBean
  @ConditionalOnBean({TwoPhase.class, Store.class})
  TwoPhaseGauges twophaseGauges(
      TwoPhase twophase, Store store, MeterRegistry meters, TwoPhaseProperties properties) {
    return TwoPhaseGauges.start(twophase, store, meters, properties.metrics().interval());
  }
}
