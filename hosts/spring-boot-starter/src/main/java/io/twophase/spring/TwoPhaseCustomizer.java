package io.twophase.spring;

import io.twophase.TwoPhase;

/** A bean of this type has the last word on how the {@link TwoPhase} bean is built. */
@FunctionalInterface
public interface TwoPhaseCustomizer {

  /** Changes what is about to be built. */
  void customize(TwoPhase.Builder builder);
}
