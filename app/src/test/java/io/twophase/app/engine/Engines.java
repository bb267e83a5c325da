package io.twophase.app.engine;

import io.twophase.RandomIds;
import io.twophase.TwoPhaseListener;
import io.twophase.domain.Owner;
import io.twophase.domain.machine.Result;
import io.twophase.domain.machine.Worker;
import io.twophase.domain.machine.Worker.Goal;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.testing.Fixtures;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.ports.IdSource;
import io.twophase.ports.Pause;
import io.twophase.ports.Store;
import io.twophase.ports.Ticker;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Engines for tests, of processes that do not show themselves, and their workers. */
public final class Engines {

  private Engines() {}

  /** One whose patience counts only pauses. */
  public static Engine over(Store store, Pause pause, EngineSettings settings) {
    return over(store, pause, () -> Duration.ZERO, settings);
  }

  /** One whose patience is measured by {@code ticker} too. */
  public static Engine over(Store store, Pause pause, Ticker ticker, EngineSettings settings) {
    Ownership ownership = new Ownership(store.owners(), Optional::empty, ticker, pause);
    return over(store, ownership, new RandomIds(), pause, ticker, settings);
  }

  /** One of a process that shows itself in its own way, and takes ids from there. */
  static Engine over(
      Store store,
      Ownership ownership,
      IdSource ids,
      Pause pause,
      Ticker ticker,
      EngineSettings settings) {
    return new Engine(store, ownership, ids, pause, ticker, settings, TwoPhaseListener.IGNORED);
  }

  /** The owner that a worker with this token names, of the application {@code test}. */
  static Owner owner(String token) {
    return new Owner(Fixtures.application("test"), Fixtures.token(token));
  }

  /** A worker that begins a transaction alone. */
  static Worker worker(NewTransaction body, String token) {
    return Worker.start(Goal.run(NewRecord.alone(body, owner(token))), owner(token));
  }

  /** Drives one worker to its end. */
  static Worker run(Engine engine, Worker worker) {
    return engine.run(List.of(worker), (at, decided) -> {}, WaitPolicy.PAUSE).workers().get(0);
  }

  /** The result of a transaction that is begun alone. */
  static Result run(Engine engine, NewTransaction body) {
    return run(engine, worker(body, "mine")).result().orElseThrow();
  }
}
