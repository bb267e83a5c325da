package io.twophase.app.engine;

import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.insert;
import static io.twophase.domain.testing.Documents.order;
import static io.twophase.domain.testing.Fixtures.application;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.testing.Books;
import io.twophase.app.testing.DocumentWrites;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.hold.Claim.Ending;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.machine.Result;
import io.twophase.domain.machine.Worker;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.ports.Store;
import io.twophase.test.fault.Fault;
import io.twophase.test.fault.FaultyStore;
import io.twophase.test.fault.WriteKind;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** How long transactions wait that are run by one call. */
class PatienceTest {

  /** So many holds of the second have no answer, one each second. */
  private static final int UNANSWERED = 7;

  private static final Duration FREE_AGAIN = Duration.ofSeconds(13);

  private final InMemoryStore sound = Books.inMemory();
  private final FaultyStore store = FaultyStore.over(sound);
  private final DocumentWrites writes = new DocumentWrites(sound);
  private Duration now = Duration.ZERO;
  private boolean isFree;

  /** One that becomes busy when another has nearly spent its patience has its own to spend. */
  @Test
  void isOfEachByItself() {
    DocumentOperation first = insert(order("first"), fields());
    DocumentOperation second = insert(order("second"), fields());
    writes.begin("slow", first, second);
    writes.hold("slow", 1, first);
    Hold hold = writes.hold("slow", 1, second);
    Ending inTheWay = Ending.of(new Target.OfDocument(order("second")), hold);

    for (int lost = 0; lost < UNANSWERED; lost++) {
      store.faults().when(WriteKind.HOLD).on(order("second")).next(Fault.LOSE_REQUEST);
    }
    List<Worker> ended =
        engine(inTheWay)
            .run(
                List.of(worker("early", order("first")), worker("late", order("second"))),
                (at, decided) -> {},
                WaitPolicy.PAUSE)
            .workers();

    assertThat(ended)
        .extracting(worker -> worker.result().orElseThrow().kind())
        .containsExactly(Result.Kind.CANCELED, Result.Kind.APPLIED);
    assertThat(now).isGreaterThan(FREE_AGAIN);
  }

  /** At each call, another one of its documents is held by others, or none. */
  @Test
  void aWorkerGivesBackOnceForEachDocumentThatOthersHeldMeanwhile() {
    Deque<String> others = new ArrayDeque<>(List.of("b", "a", "", "b"));
    Store changing =
        Books.at(
            sound,
            "place",
            call -> {
              String name = others.isEmpty() ? "" : others.pop();
              if (name.isEmpty()) {
                return call.make();
              }
              DocumentOperation operation = insert(order(name), fields());
              String other = name + others.size();
              writes.begin(other, operation);
              Hold hold = writes.hold(other, 1, operation);
              Object answers = call.make();
              sound.holds().end(List.of(Ending.of(new Target.OfDocument(order(name)), hold)));
              return answers;
            });
    NewTransaction body =
        new NewTransaction(
            transactionId("t"),
            List.of(
                insert(order("a"), fields()),
                insert(order("b"), fields()),
                insert(order("c"), fields())),
            Optional.empty());

    Worker ended =
        Engines.run(
            Engines.over(changing, time -> {}, EngineSettings.of(application("test"))),
            Engines.worker(body, "mine"));

    assertThat(others).isEmpty();
    assertThat(ended.result().orElseThrow().kind()).isEqualTo(Result.Kind.APPLIED);
    // it began in the first epoch, and gave back for b and for a
    assertThat(ended.owned().orElseThrow().value()).isEqualTo(3);
  }

  private static Worker worker(String id, DocumentRef document) {
    return Engines.worker(
        new NewTransaction(
            transactionId(id), List.of(insert(document, fields("a", 1))), Optional.empty()),
        id);
  }

  private Engine engine(Ending inTheWay) {
    return Engines.over(
        store,
        time -> pass(time, inTheWay),
        () -> now,
        new EngineSettings(
            application("test"),
            Duration.ofMinutes(30),
            Duration.ofSeconds(10),
            Duration.ofSeconds(1),
            Duration.ofSeconds(1),
            100));
  }

  private void pass(Duration time, Ending inTheWay) {
    now = now.plus(time);
    if (now.compareTo(FREE_AGAIN) > 0 && !isFree) {
      isFree = true;
      store.holds().end(List.of(inTheWay));
    }
  }
}
