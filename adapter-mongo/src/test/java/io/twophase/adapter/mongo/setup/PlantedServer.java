package io.twophase.adapter.mongo.setup;

import de.bwaldvogel.mongo.MongoDatabase;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.ArrayFilters;
import de.bwaldvogel.mongo.backend.CollectionOptions;
import de.bwaldvogel.mongo.backend.CursorRegistry;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import de.bwaldvogel.mongo.backend.memory.MemoryCollection;
import de.bwaldvogel.mongo.backend.memory.MemoryDatabase;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.exception.MongoServerError;
import de.bwaldvogel.mongo.oplog.Oplog;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Servers that update a document otherwise than in one step; and one that knows more commands. */
public final class PlantedServer {

  /** The other one always comes, unless the probe lets no two updates race. */
  private static final long LONGEST_WAIT_SECONDS = 10;

  private PlantedServer() {}

  /** What becomes of an update. */
  private interface Fault {
    Document update(Update update);
  }

  /** An update that a client asks for, as the server would make it. */
  private record Update(Collection collection, Document selector, Document change, Oplog oplog) {
    Document make(Document otherSelector) {
      return collection.sound(otherSelector, change, oplog);
    }
  }

  /** The guard is checked, and the update is made once another's guard has been checked too. */
  static MemoryBackend thatChecksFirst() {
    Phaser window = new Phaser(2);
    return backend(
        update -> {
          if (!update.collection().matches(update.selector())) {
            return update.make(update.selector());
          }
          await(window);
          return update.make(new Document("_id", update.selector().get("_id")));
        });
  }

  /** Every guard is said not to hold. */
  static MemoryBackend thatMatchesNothing() {
    return backend(update -> update.make(new Document("_id", "nobody")));
  }

  /** What an update adds is not added. */
  static MemoryBackend thatForgetsSums() {
    return backend(
        update -> {
          update.change().remove("$inc");
          return update.make(update.selector());
        });
  }

  /** Nothing may be written. */
  static MemoryBackend thatPermitsNothing() {
    return backend(
        update -> {
          throw new MongoServerError(13, "Unauthorized", "not authorized");
        });
  }

  /** A server that takes validators, and periods for indexes, and keeps them; it acts on none. */
  public static Running thatKnowsCollMod() {
    return thatTakesPeriods(CollModDatabase.Kind.CHANGES);
  }

  /** A server that keeps the periods with which indexes are made, and has no {@code collMod}. */
  public static Running thatKeepsPeriodsAsTheyAre() {
    return thatTakesPeriods(CollModDatabase.Kind.KEEPS);
  }

  /** A server that keeps the periods with which indexes are made, and fails to change one. */
  public static Running thatFailsToChangePeriods() {
    return thatTakesPeriods(CollModDatabase.Kind.FAILS);
  }

  /** A server that makes indexes without the periods that they are to have. */
  public static Running thatIgnoresPeriods() {
    return thatTakesPeriods(CollModDatabase.Kind.IGNORES);
  }

  /** A server that makes indexes of all documents, whatever their filters. */
  public static Running thatIgnoresFilters() {
    return thatTakesPeriods(CollModDatabase.Kind.UNFILTERED);
  }

  private static Running thatTakesPeriods(CollModDatabase.Kind kind) {
    return new Running(
        new MemoryBackend() {
          @Override
          public MemoryDatabase openOrCreateDatabase(String name) {
            return new CollModDatabase(name, getCursorRegistry(), kind);
          }
        });
  }

  /** A server that listens until it is closed. */
  public static final class Running implements AutoCloseable {

    private final MongoServer server;
    private final String uri;

    Running(MemoryBackend backend) {
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

  private static MemoryBackend backend(Fault fault) {
    return new MemoryBackend() {
      @Override
      public MemoryDatabase openOrCreateDatabase(String name) {
        return new MemoryDatabase(name, getCursorRegistry()) {
          @Override
          protected MemoryCollection openOrCreateCollection(
              String collection, CollectionOptions options) {
            return new Collection(this, collection, options, cursorRegistry, fault);
          }
        };
      }
    };
  }

  private static void await(Phaser window) {
    try {
      int unused =
          window.awaitAdvanceInterruptibly(window.arrive(), LONGEST_WAIT_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException alone) {
      // nobody came: there was no race
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  private static final class Collection extends MemoryCollection {

    private final Fault fault;

    Collection(
        MongoDatabase database,
        String name,
        CollectionOptions options,
        CursorRegistry cursors,
        Fault fault) {
      super(database, name, options, cursors);
      this.fault = fault;
    }

    @Override
    @SuppressWarnings("UnsynchronizedOverridesSynchronized") // the point of it
    public Document updateDocuments(
        Document selector,
        Document change,
        ArrayFilters arrayFilters,
        boolean isMulti,
        boolean isUpsert,
        Oplog oplog) {
      return fault.update(new Update(this, selector, change, oplog));
    }

    synchronized boolean matches(Document selector) {
      return queryDocuments(selector, null, 0, 0, 0, null).iterator().hasNext();
    }

    Document sound(Document selector, Document change, Oplog oplog) {
      return super.updateDocuments(selector, change, ArrayFilters.empty(), false, false, oplog);
    }
  }
}
