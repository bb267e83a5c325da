package io.twophase.app.engine;

import static io.twophase.domain.testing.Fixtures.application;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.transfer;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.testing.Books;
import io.twophase.app.testing.DocumentWrites;
import io.twophase.domain.machine.Result;
import io.twophase.domain.machine.Worker;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.ports.Pause;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class EngineTest {

  private final InMemoryStore store = Books.inMemory(100, 0, 0);

  @Test
  void patienceBeginsAnewWithEachTransactionThatIsDecided() {
    List<NewTransaction> bodies =
        IntStream.range(0, 40).mapToObj(at -> transfer("t" + at, "A", "B", cents(1))).toList();
    List<NewTransaction> others =
        IntStream.range(0, 40).filter(at -> at % 2 == 0).mapToObj(bodies::get).toList();
    others.forEach(this::beginAsAnother);
    List<Worker> mine = bodies.stream().map(body -> Engines.worker(body, "mine")).toList();
    Iterator<NewTransaction> next = others.iterator();
    List<Duration> pauses = new ArrayList<>();
    EngineSettings impatient =
        EngineSettings.of(application("test")).withPatience(Duration.ofMillis(50));
    Engine engine =
        engine(
            impatient,
            pause -> {
              pauses.add(pause);
              if (pauses.size() % 3 == 0) {
                finishAsAnother(next.next());
              }
            });

    List<Worker> ended = engine.run(mine, (at, decided) -> {}, WaitPolicy.PAUSE).workers();

    assertThat(ended)
        .allMatch(worker -> worker.result().orElseThrow().kind() == Result.Kind.APPLIED);
    assertThat(pauses).hasSize(60).allMatch(pause -> pause.toMillis() <= 20);
  }

  private Engine engine(EngineSettings settings, Pause pause) {
    return Engines.over(store, pause, settings);
  }

  private void beginAsAnother(NewTransaction body) {
    new DocumentWrites(store).begin(body);
  }

  private void finishAsAnother(NewTransaction body) {
    Engine other =
        engine(EngineSettings.of(application("other")).withStuckAfter(Duration.ZERO), pause -> {});
    Engines.run(other, Engines.worker(body, "another"));
  }
}
