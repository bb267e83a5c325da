package io.twophase.app.engine;

import static io.twophase.TwoPhase.document;
import static io.twophase.TwoPhase.transaction;
import static io.twophase.domain.document.FieldChange.inc;
import static io.twophase.domain.testing.Fixtures.application;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.RandomIds;
import io.twophase.app.engine.Ownership.Presence;
import io.twophase.app.testing.Books;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.machine.Result;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.value.Fields;
import io.twophase.ports.Store;
import io.twophase.ports.StoreUnavailableException;
import io.vavr.control.Either;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A fault of the store comes among many transactions of a call. */
class RunsTest {

  private static Runs.Ended run(
      Store store, Presence presence, List<NewTransaction> rows, boolean inOrder) {
    Ownership ownership = new Ownership(store.owners(), presence, () -> Duration.ZERO, pause -> {});
    Engine engine =
        Engines.over(
            store,
            ownership,
            new RandomIds(),
            pause -> {},
            () -> Duration.ZERO,
            EngineSettings.of(application("test")));
    return new Runs(engine).run(rows, inOrder, WaitPolicy.PAUSE, (at, decided) -> {});
  }

  private static List<Result.Kind> kinds(Runs.Ended ended) {
    return ended.ends().stream().flatMap(Either::toJavaStream).map(Runs.End::kind).toList();
  }

  /** A process that cannot be named any more is no reason to lose what others have been told. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whoWasAnsweredIsAnsweredThoughTheStoreThenFails(boolean inOrder) {
    var store = Books.inMemory();
    DocumentRef document = document("things", 0);
    store.store(document, Fields.of(Map.of("n", 1)));
    List<NewTransaction> rows =
        Stream.of("t1", "t2", "t3")
            .map(id -> transaction(id).change(document, inc("n", 1)).transaction().get())
            .toList();
    AtomicInteger named = new AtomicInteger();
    Presence once =
        () -> {
          if (named.getAndIncrement() > 0) {
            throw new StoreUnavailableException("the owner cannot be stored");
          }
          return Optional.empty();
        };

    Runs.Ended ended = run(store, once, rows, inOrder);

    assertThat(kinds(ended))
        .containsExactly(Result.Kind.APPLIED, Result.Kind.UNKNOWN, Result.Kind.UNKNOWN);
    assertThat(ended.failure()).isNotEmpty();
  }
}
