package io.twophase.planted.host.wiring;

import io.twophase.TwoPhaseSettings;
import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.app.engine.EngineSettings;
import io.twophase.app.transfer.queue.QueueSettings;

/** Puts Twophase together. */
interface OpensStores {

  MongoStore mongoStore();

  InMemoryStore inMemoryStore();

  EngineSettings engineSettings();

  QueueSettings queueSettings();

  TwoPhaseSettings twoPhaseSettings();
}
