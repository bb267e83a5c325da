package io.twophase.spring;

import io.twophase.TwoPhase;
import io.twophase.ports.Store;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.BiFunction;
import org.aopalliance.intercept.MethodInterceptor;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.ProxyFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.health.actuate.endpoint.HealthEndpointGroup;
import org.springframework.boot.health.actuate.endpoint.HealthEndpointGroups;
import org.springframework.boot.health.actuate.endpoint.HealthEndpointGroupsPostProcessor;
import org.springframework.boot.health.autoconfigure.actuate.endpoint.AvailabilityProbesAutoConfiguration;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;

/** Adds the endpoint {@code twophase} and the health of Twophase, where the host has them. */
@AutoConfiguration(
    after = {TwoPhaseAutoConfiguration.class, AvailabilityProbesAutoConfiguration.class})
@ConditionalOnBean({Store.class, TwoPhaseProperties.class})
public final class TwoPhaseActuatorAutoConfiguration {

  private static final String NAME = "twophase";

  /** Adds the endpoint, where the host makes it available. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
  @ConditionalOnBean(TwoPhase.class)
  @ConditionalOnAvailableEndpoint(endpoint = TwoPhaseEndpoint.class)
  static class Endpoint {

    @Bean
    @ConditionalOnMissingBean
    TwoPhaseEndpoint twophaseEndpoint(
        TwoPhase twophase,
        Store store,
        ObjectProvider<RecoveryLifecycle> recovery,
        TwoPhaseProperties properties) {
      return new TwoPhaseEndpoint(
          twophase, store, Optional.ofNullable(recovery.getIfAvailable()), properties.health());
    }
  }

  /**
   * Has the health endpoint show Twophase's health, as {@code twophase}, and readiness go by it. A
   * host that says itself what its readiness group has, has its way.
   */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(HealthIndicator.class)
  @ConditionalOnEnabledHealthIndicator(NAME)
  static class Health {

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

      private static final String GROUP = "readiness";
      private static final String PROPERTY = "management.endpoint.health.group.readiness.";

      /** After those that make the group, which are of the same order and registered before. */
      @Bean
      @Order(Ordered.LOWEST_PRECEDENCE)
      HealthEndpointGroupsPostProcessor twophaseReadiness(Environment environment) {
        boolean isOfHost =
            isSet(environment, PROPERTY + "include") || isSet(environment, PROPERTY + "exclude");
        return groups -> isOfHost ? groups : withMember(groups);
      }

      private static boolean isSet(Environment environment, String property) {
        return Binder.get(environment).bind(property, Bindable.setOf(String.class)).isBound();
      }

      /**
       * The groups, with one more member in that of readiness, where it is: found by its name, and
       * by its additional path.
       */
      private static HealthEndpointGroups withMember(HealthEndpointGroups groups) {
        return changed(
            groups,
            "get",
            (key, found) ->
                found instanceof HealthEndpointGroup group
                        && (key.equals(GROUP) || group == groups.get(GROUP))
                    ? changed(group, "isMember", (one, is) -> one.equals(NAME) ? true : is)
                    : found);
      }

      /**
       * An object that is as the other, but for a method of one argument.
       *
       * @param answer what the method returns, by its argument and what the other returns
       */
      @SuppressWarnings("unchecked") // a proxy has all interfaces of its target
      private static <T> T changed(
          T other, String method, BiFunction<Object, @Nullable Object, @Nullable Object> answer) {
        ProxyFactory proxy = new ProxyFactory(other);
        MethodInterceptor advice =
            call ->
                call.getMethod().getName().equals(method)
                    ? answer.apply(call.getArguments()[0], call.proceed())
                    : call.proceed();
        proxy.addAdvice(advice);
        return (T) proxy.getProxy();
      }
    }
  }
}
