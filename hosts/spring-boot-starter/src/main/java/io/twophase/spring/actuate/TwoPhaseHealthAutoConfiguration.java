package io.twophase.spring.actuate;

import io.twophase.ports.Store;
import io.twophase.spring.TwoPhaseAutoConfiguration;
import io.twophase.spring.TwoPhaseProperties;
import io.twophase.spring.recovery.RecoveryLifecycle;
import java.time.InstantSource;
import java.util.Optional;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.health.actuate.endpoint.HealthEndpointGroupsPostProcessor;
import org.springframework.boot.health.autoconfigure.actuate.endpoint.AvailabilityProbesAutoConfiguration;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;

/**
 * Has the health endpoint show Twophase's health, as {@code twophase}, and readiness go by it. A
 * host that says itself what its readiness group has, has its way.
 */
@AutoConfiguration(
    after = {TwoPhaseAutoConfiguration.class, AvailabilityProbesAutoConfiguration.class})
@ConditionalOnClass(HealthIndicator.class)
@ConditionalOnBean({Store.class, TwoPhaseProperties.class})
@ConditionalOnEnabledHealthIndicator(TwoPhaseHealthAutoConfiguration.NAME)
public final class TwoPhaseHealthAutoConfiguration {

  static final String NAME = "twophase";

  private static final String READINESS = "management.endpoint.health.group.readiness.";

  @Bean
  @ConditionalOnMissingBean(name = "twophaseHealthIndicator")
  TwoPhaseHealthIndicator twophaseHealthIndicator(
      Store store, ObjectProvider<RecoveryLifecycle> recovery, TwoPhaseProperties properties) {
    return new TwoPhaseHealthIndicator(
        store,
        Optional.ofNullable(recovery.getIfAvailable()),
        properties.health(),
        InstantSource.system());
  }

  /** The groups of the endpoint are there with the actuator only. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(name = "org.springframework.boot.actuate.endpoint.annotation.Endpoint")
  static class Readiness {

    /** After those that make the group, which are of the same order and registered before. */
    @Bean
    @Order(Ordered.LOWEST_PRECEDENCE)
    HealthEndpointGroupsPostProcessor twophaseReadiness(Environment environment) {
      boolean isOfHost =
          isSet(environment, READINESS + "include") || isSet(environment, READINESS + "exclude");
      return groups -> isOfHost ? groups : new ReadinessGroups(groups, NAME);
    }

    private static boolean isSet(Environment environment, String property) {
      return Binder.get(environment).bind(property, Bindable.setOf(String.class)).isBound();
    }
  }
}
