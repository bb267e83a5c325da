package io.twophase.app;

import static io.twophase.app.TwoPhase.document;
import static io.twophase.app.TwoPhase.transaction;
import static io.twophase.domain.document.FieldChange.inc;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.outcome.DocumentLookup;
import io.twophase.domain.value.Value;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Transactions over the same two documents")
class BusyDocumentsTest {

  private static final int THREADS = 8;
  private static final int EACH = 25;
  private static final DocumentRef A = document("counters", "a");
  private static final DocumentRef B = document("counters", "b");

  private final InMemoryStore store = InMemoryStore.create(Clock.systemUTC());

  @Test
  @DisplayName("in opposite order, by eight threads, all make progress")
  void oppositeOrder() throws Exception {
    try (TwoPhase twophase = TwoPhase.over(store).build()) {
      twophase.run(transaction("a").insert(A, Map.of("n", 0))).orElseThrow();
      twophase.run(transaction("b").insert(B, Map.of("n", 0))).orElseThrow();
      ExecutorService threads = Executors.newFixedThreadPool(THREADS);
      List<Future<Integer>> applied = new ArrayList<>();
      for (int thread = 0; thread < THREADS; thread++) {
        int number = thread;
        applied.add(threads.submit(() -> changeBoth(twophase, number)));
      }
      int changes = 0;
      for (Future<Integer> some : applied) {
        int of = some.get();
        assertThat(of).isEqualTo(EACH);
        changes += of;
      }
      threads.shutdown();
      assertThat(number(A)).isEqualTo(new Value.Int32(changes));
      assertThat(number(B)).isEqualTo(new Value.Int32(changes));
    }
  }

  private static int changeBoth(TwoPhase twophase, int thread) {
    int applied = 0;
    for (int at = 0; at < EACH; at++) {
      DocumentRef first = thread % 2 == 0 ? A : B;
      DocumentRef second = thread % 2 == 0 ? B : A;
      boolean happened =
          twophase
              .run(
                  transaction("t" + thread + "-" + at)
                      .change(first, inc("n", 1))
                      .change(second, inc("n", 1)))
              .isApplied();
      applied += happened ? 1 : 0;
    }
    return applied;
  }

  private Value number(DocumentRef document) {
    DocumentLookup.Found found =
        (DocumentLookup.Found) store.documents().find(List.of(document)).get(0);
    assertThat(found.document().holds()).isEmpty();
    return found.document().fields().get("n").get();
  }
}
