package io.twophase.adapter.mongo.setup;

import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import de.bwaldvogel.mongo.backend.memory.MemoryDatabase;

/** A server that takes validators, and periods for indexes, and keeps them; it acts on none. */
public final class PlantedServer {

  private PlantedServer() {}

  /** A fresh one that listens. */
  public static Running thatKnowsCollMod() {
    return new Running(
        new MemoryBackend() {
          @Override
          public MemoryDatabase openOrCreateDatabase(String name) {
            return new CollModDatabase(name, getCursorRegistry());
          }
        });
  }

  /** A server that listens until it is closed. */
  public static final class Running implements AutoCloseable {

    private final MongoServer server;
    private final String uri;

    private Running(MemoryBackend backend) {
      this.server = new MongoServer(backend);
      this.uri = server.bindAndGetConnectionString();
    }

    /** Where it listens. */
    public String uri() {
      return uri;
    }

    @Override
    public void close() {
      server.shutdownNow();
    }
  }
}
