package io.twophase.spring.metrics;

import io.twophase.micrometer.context.CallerContexts;
import io.twophase.ports.CallerContext;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** Callbacks carry what the caller's thread carried, where Micrometer can tell. */
@AutoConfiguration
@ConditionalOnClass(
    value = CallerContexts.class,
    name = "io.micrometer.context.ContextSnapshotFactory")
public final class TwoPhaseContextAutoConfiguration {

  @Bean
  @ConditionalOnMissingBean
  CallerContext twophaseCallerContext() {
    return CallerContexts.ofMicrometer();
  }
}
