package io.twophase.app.transfer;

import static io.twophase.TwoPhase.document;
import static io.twophase.TwoPhase.transaction;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.TwoPhase;
import io.twophase.adapter.mongo.testing.FreshDatabase;
import io.twophase.adapter.mongo.testing.Servers;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.transaction.NewTransaction;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@DisplayName("A transaction as large as one may be")
class LargestNamesTest {

  @RegisterExtension static final FreshDatabase FRESH = Servers.inProcess();

  /** What an operation counts beside its names and values. */
  private static final int PART = 128;

  @Test
  @DisplayName("is canceled, and not stuck, for a document whose _id is as large as one may be")
  void canceled() {
    DocumentRef taken = document("orders", "x".repeat((int) NewTransaction.MAX_NAME_BYTES - 5));
    DocumentRef large = document("bulk", "large");
    try (TwoPhase twophase = TwoPhase.over(FRESH.store()).build()) {
      twophase.run(transaction("first").insert(taken, Map.of())).orElseThrow();
      long room = NewTransaction.MAX_BYTES - NewTransaction.MAX_NAME_BYTES - 4L * PART;
      TransactionRequest request =
          transaction("second")
              .insert(taken, Map.of())
              .insert(large, Map.of("text", "x".repeat((int) room)));

      assertThat(twophase.run(request))
          .isInstanceOfSatisfying(
              TransactionOutcome.Refused.class,
              refused -> {
                assertThat(refused.reason().kind()).isEqualTo("DocumentExists");
                assertThat(refused.finished()).isTrue();
              });
    }
  }
}
