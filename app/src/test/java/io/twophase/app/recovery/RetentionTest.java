package io.twophase.app.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.TwoPhase;
import io.twophase.app.function.DocumentSnapshot;
import io.twophase.app.function.TransactionFunction;
import io.twophase.app.testing.OneBank;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.document.FieldChange;
import io.twophase.domain.record.TransactionLookup;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What was finished long ago is removed, after all that must be done before. */
class RetentionTest extends OneBank {

  /** Eight attempts are looked for at once: without them, the ninth would not be found. */
  @Test
  void earlierAttemptsOfAFunctionStayAsLongAsTheOneThatHappened() {
    DocumentRef order = TwoPhase.document("orders", 7);
    host.run(TwoPhase.transaction("create").insert(order, Map.of("n", 0L))).orElseThrow();
    AtomicInteger runs = new AtomicInteger();
    TransactionFunction<Void> ninthTime =
        tx -> {
          DocumentSnapshot read = tx.get(order).orElseThrow();
          if (runs.incrementAndGet() < 9) {
            host.run(
                    TwoPhase.transaction("w" + runs)
                        .change(order, FieldChange.set("n", runs.get())))
                .orElseThrow();
          } else {
            now = now.plusMillis(1);
          }
          tx.put(read.with("n", -1));
          return null;
        };
    host.transact("f", ninthTime).orElseThrow();
    now = now.plus(DAY).minusMillis(1);
    host.retention().pass();

    assertThat(host.transact("f", ninthTime).isApplied()).isTrue();
    assertThat(runs).hasValue(9);

    now = now.plusMillis(1);
    assertThat(host.retention().pass()).isEqualTo(new Retention.Removed(9, 0));
  }

  @Test
  void whatStaysIsBounded() {
    List<TransactionLookup.Unreadable> page =
        Collections.nCopies(1_000, new TransactionLookup.Unreadable("t", "odd"));
    Retention.Removed one = new Retention.Removed(0, 0, 0, page, Optional.empty());

    assertThat(one.plus(one).stays()).hasSize(1_000);
  }
}
