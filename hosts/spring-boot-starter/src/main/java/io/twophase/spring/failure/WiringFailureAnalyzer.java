package io.twophase.spring.failure;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says what is missing or wrong in the application's own configuration. */
final class WiringFailureAnalyzer extends AbstractFailureAnalyzer<WiringException> {

  @Override
  protected FailureAnalysis analyze(Throwable rootFailure, WiringException cause) {
    return new FailureAnalysis(String.valueOf(cause.getMessage()), cause.action(), cause);
  }
}
