package io.twophase.app.engine;

import static io.twophase.TwoPhase.document;
import static io.twophase.TwoPhase.transaction;
import static io.twophase.app.testing.Books.word;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.insert;
import static io.twophase.domain.testing.Fixtures.application;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.TwoPhase;
import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.testing.DocumentWrites;
import io.twophase.app.transfer.TransactionRequest;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.hold.Claim.Ending;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.machine.Result;
import io.twophase.domain.machine.Worker;
import io.twophase.domain.machine.Worker.Goal;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.operation.Operation;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A transaction of 1,500 documents, of which the first is busy for a while")
class LargeTransactionTest {

  private static final int DOCUMENTS = 1_500;

  /** Several tries of the first document. */
  private static final int BUSY_PAUSES = 5;

  private final InMemoryStore store = InMemoryStore.create(Clock.systemUTC());
  private final DocumentWrites writes = new DocumentWrites(store);
  private final List<Ending> inTheWay = new ArrayList<>();
  private int pauses;

  @BeforeEach
  void holdTheFirst() {
    DocumentOperation first = insert(number(0), fields());
    writes.begin("slow", first);
    inTheWay.add(Ending.of(new Target.OfDocument(number(0)), writes.hold("slow", 1, first)));
  }

  /** It gives back what it holds, and then asks for one document after the other. */
  @Test
  @DisplayName("is done all the same")
  void isDone() {
    try (TwoPhase twophase = TwoPhase.over(store).pause(time -> goOn()).build()) {
      assertThat(word(twophase.run(large()))).isEqualTo("applied");
      assertThat(pauses).isGreaterThanOrEqualTo(BUSY_PAUSES);
      assertThat(twophase.counters().busy()).isEqualTo(1);
    }
    assertThat(writes.read(number(DOCUMENTS - 1)).orElseThrow().holds()).isEmpty();
  }

  /** Its worker knows nothing of its operations at first. */
  @Test
  @DisplayName("is gone on with all the same")
  void isGoneOnWith() {
    writes.begin("large", large().operations().toArray(new Operation[0]));
    Engine engine = Engines.over(store, time -> goOn(), EngineSettings.of(application("test")));
    Goal resume = Goal.resume(RecordId.of(transactionId("large")));

    Result result =
        Engines.run(engine, Worker.start(resume, Engines.owner("large"))).result().orElseThrow();

    assertThat(result.kind()).isEqualTo(Result.Kind.APPLIED);
    assertThat(result.isFinished()).isTrue();
    assertThat(pauses).isGreaterThanOrEqualTo(BUSY_PAUSES);
  }

  private void goOn() {
    pauses++;
    if (pauses >= BUSY_PAUSES && !inTheWay.isEmpty()) {
      store.holds().end(List.copyOf(inTheWay));
      inTheWay.clear();
    }
  }

  private static TransactionRequest large() {
    TransactionRequest request = transaction("large");
    for (int at = 0; at < DOCUMENTS; at++) {
      request = request.insert(number(at), Map.of("at", at));
    }
    return request;
  }

  private static DocumentRef number(int at) {
    return document("many", String.format("%04d", at));
  }
}
