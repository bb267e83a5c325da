package io.twophase;

import static io.twophase.TwoPhase.document;
import static io.twophase.TwoPhase.transaction;
import static io.twophase.domain.document.FieldChange.inc;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.engine.EngineSettings;
import io.twophase.app.testing.DocumentWrites;
import io.twophase.domain.ApplicationName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.hold.Document;
import io.twophase.domain.record.TransactionLookup;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.State;
import io.twophase.domain.value.Value;
import java.time.Clock;
import java.time.Duration;
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
  private final DocumentWrites writes = new DocumentWrites(store);

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

  @Test
  @DisplayName("of which one is left by a dead process: the next finishes it, and goes on")
  void deadHolder() {
    NewTransaction left = leftWithHolds();
    try (TwoPhase twophase = twophase(Duration.ZERO)) {
      twophase.run(transaction("next").change(A, inc("n", 10))).orElseThrow();

      assertThat(number(A)).isEqualTo(new Value.Int32(11));
      assertThat(number(B)).isEqualTo(new Value.Int32(1));
      assertThat(twophase.transactions().find(left.id()))
          .isInstanceOfSatisfying(
              TransactionLookup.Found.class,
              found -> assertThat(found.record().state()).isEqualTo(State.DONE));
      assertThat(twophase.counters().busy()).isEqualTo(1);
    }
  }

  /** A transaction that holds both documents, and nobody works on it. */
  private NewTransaction leftWithHolds() {
    NewTransaction left =
        transaction("left").change(A, inc("n", 1)).change(B, inc("n", 1)).transaction().get();
    try (TwoPhase twophase = twophase(Duration.ofHours(1))) {
      twophase
          .run(transaction("open").insert(A, Map.of("n", 0)).insert(B, Map.of("n", 0)))
          .orElseThrow();
    }
    writes.begin(left);
    writes.hold(left, 1);
    return left;
  }

  private TwoPhase twophase(Duration stuckAfter) {
    EngineSettings engine =
        EngineSettings.of(new ApplicationName("test"))
            .withStuckAfter(stuckAfter)
            .withPatience(Duration.ofMillis(200));
    return TwoPhase.over(store)
        .settings(new TwoPhaseSettings(engine, TwoPhaseSettings.DEFAULT_BATCH_SIZE))
        .build();
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
    Document found = writes.read(document).orElseThrow();
    assertThat(found.holds()).isEmpty();
    return found.fields().get("n").orElseThrow();
  }
}
