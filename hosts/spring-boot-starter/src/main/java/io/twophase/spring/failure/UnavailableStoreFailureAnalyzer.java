package io.twophase.spring.failure;

import io.twophase.ports.StoreUnavailableException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says which server did not answer as the store was opened. */
final class UnavailableStoreFailureAnalyzer
    extends AbstractFailureAnalyzer<StoreUnavailableException> {

  @Override
  protected FailureAnalysis analyze(Throwable rootFailure, StoreUnavailableException cause) {
    return new FailureAnalysis(
        "Twophase cannot reach its store: " + cause.getMessage() + ".",
        "See to it that the server runs and that spring.mongodb.uri names it.",
        cause);
  }
}
