package io.twophase.spring.actuate;

import io.twophase.TwoPhase;
import io.twophase.ports.Store;
import io.twophase.spring.TwoPhaseAutoConfiguration;
import io.twophase.spring.TwoPhaseProperties;
import io.twophase.spring.recovery.RecoveryLifecycle;
import java.util.Optional;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** Adds the endpoint {@code twophase}, where the host makes it available. */
@AutoConfiguration(after = TwoPhaseAutoConfiguration.class)
@ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
@ConditionalOnBean({TwoPhase.class, Store.class, TwoPhaseProperties.class})
@ConditionalOnAvailableEndpoint(endpoint = TwoPhaseEndpoint.class)
public final class TwoPhaseEndpointAutoConfiguration {

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
