package io.twophase.spring.failure;

import io.twophase.adapter.mongo.UnsafeStoreException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says why the client, or what is in the database, would cost money. */
final class UnsafeStoreFailureAnalyzer extends AbstractFailureAnalyzer<UnsafeStoreException> {

  @Override
  protected FailureAnalysis analyze(Throwable rootFailure, UnsafeStoreException cause) {
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
