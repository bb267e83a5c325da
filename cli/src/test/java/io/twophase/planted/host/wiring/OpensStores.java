package io.twophase.planted.host.wiring;

import io.twophase.TwoPhaseSettings;
import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.app.engine.EngineSettings;
import io.twophase.app.transfer.queue.QueueSettings;
import io.twophase.console.Console;
import io.twophase.console.view.Redactor;
import io.twophase.ports.IdSource;

/** Puts Twophase together. */
interface OpensStores {

  MongoStore mongoStore();

  InMemoryStore inMemoryStore();

  EngineSettings engineSettings();

  QueueSettings queueSettings();

  TwoPhaseSettings twoPhaseSettings();

  Console console();

  Redactor redactor();

  IdSource idSource();
}
