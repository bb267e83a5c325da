package io.twophase.spring;

import io.twophase.adapter.mongo.UnsafeStoreException;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.core.annotation.Order;

/**
 * Says why an application with Twophase does not start, and what there is to do about it; before
 * Spring's own, which would say that a property cannot be bound.
 */
@Order(0)
final class TwoPhaseFailureAnalyzer implements FailureAnalyzer {

  @Override
  public @Nullable FailureAnalysis analyze(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof WiringException wiring) {
        return new FailureAnalysis(String.valueOf(wiring.getMessage()), wiring.action(), wiring);
      } else if (cause instanceof StoreUnavailableException away) {
        return new FailureAnalysis(
            "Twophase cannot reach its store: " + away.getMessage() + ".",
            "See to it that the server runs and that spring.mongodb.uri names it.",
            away);
      } else if (cause instanceof StoreException fault) {
        return new FailureAnalysis(
            "Twophase cannot use its store: " + fault.getMessage() + ".",
            "Check the login that spring.mongodb.uri names and its roles, or mend what is named"
                + " here.",
            fault);
      } else if (cause instanceof UnsafeStoreException unsafe) {
        return unsafe(unsafe);
      }
    }
    return null;
  }

  /** Says why the client, or what is in the database, would cost money. */
  private static FailureAnalysis unsafe(UnsafeStoreException cause) {
    return cause.isAllowable()
        ? new FailureAnalysis(
            "Twophase refuses the MongoClient, since money could be lost: "
                + cause.getMessage()
                + ".",
            "Leave that option out of spring.mongodb.uri or of the client's settings. Only where"
                + " losing acknowledged writes does no harm, set twophase.unsafe-allowed=true.",
            cause)
        : new FailureAnalysis(
            "Twophase refuses this database or client: " + cause.getMessage() + ".",
            "Check twophase.database, twophase.accounts and twophase.transactions: they must be"
                + " those with which the database was used before. Nothing allows it as it is.",
            cause);
  }
}
