package io.twophase.embedded.backend;

import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.exception.MongoServerError;
import io.twophase.embedded.storage.EmbeddedStoreException;
import io.twophase.embedded.storage.FullDiskException;
import java.util.Collection;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;

/**
 * Lets commands run side by side where they may, and answers none before what it changed is
 * acknowledged by the storage. Reads wait for that as well, so that nobody is told what a kill, or
 * a power cut, could take back.
 */
final class CommandGate {

  /** The code of MongoDB when its disk is full. */
  private static final int OUT_OF_DISK_SPACE = 14031;

  /** The code of MongoDB when nothing more fitting is known. */
  private static final int INTERNAL_ERROR = 1;

  private static final int SHUTDOWN_IN_PROGRESS = 91;

  private final DocumentStore store;
  private final ReentrantReadWriteLock structure = new ReentrantReadWriteLock();
  private boolean closed;

  CommandGate(DocumentStore store) {
    this.store = store;
  }

  <T> T run(Kind kind, Supplier<T> command) {
    try {
      return switch (kind) {
        case SERVER -> locked(structure.readLock(), command);
        case DOCUMENTS -> locked(structure.readLock(), () -> acknowledged(command));
        case RESTRUCTURE ->
            locked(structure.writeLock(), () -> acknowledged(() -> store.atomically(command)));
      };
    } catch (EmbeddedStoreException e) {
      String message = String.valueOf(e.getMessage());
      throw e instanceof FullDiskException
          ? new MongoServerError(OUT_OF_DISK_SPACE, "OutOfDiskSpace", message, e)
          : new MongoServerError(INTERNAL_ERROR, "InternalError", message, e);
    }
  }

  private <T> T acknowledged(Supplier<T> command) {
    if (closed) {
      throw new MongoServerError(SHUTDOWN_IN_PROGRESS, "ShutdownInProgress", "the store is closed");
    }
    try {
      return command.get();
    } finally {
      // a command that fails may have changed something before
      store.storage().acknowledge();
    }
  }

  /** Lets the commands that run come to their end, and no other begin, and closes the store. */
  void close() {
    locked(
        structure.writeLock(),
        () -> {
          if (!closed) {
            closed = true;
            store.storage().close();
          }
          return true;
        });
  }

  private static <T> T locked(Lock lock, Supplier<T> action) {
    lock.lock();
    try {
      return action.get();
    } finally {
      lock.unlock();
    }
  }

  /** The effect of a command on the store, and so what must not run beside it. */
  enum Kind {
    /** About the server and not the store: answered even when the store no longer is. */
    SERVER,
    /** Reads or changes documents, and may make a collection; runs beside others of its kind. */
    DOCUMENTS,
    /** Changes the list of collections or indexes, or whole collections; runs alone. */
    RESTRUCTURE;

    private static final Set<String> SERVERS = Set.of("buildinfo", "killcursors", "endsessions");
    private static final Set<String> RESTRUCTURINGS =
        Set.of(
            "create", "createindexes", "dropindexes", "drop", "dropdatabase", "renamecollection");

    static Kind of(String command, Document body) {
      String name = command.toLowerCase(Locale.ROOT);
      if (SERVERS.contains(name)) {
        return SERVER;
      }
      if (RESTRUCTURINGS.contains(name) || (name.equals("aggregate") && writesAnswer(body))) {
        return RESTRUCTURE;
      }
      return DOCUMENTS;
    }

    /** An aggregation ends in {@code $out} or {@code $merge}, alone or within a facet, to write. */
    private static boolean writesAnswer(Object part) {
      if (part instanceof Document document) {
        return document.containsKey("$out")
            || document.containsKey("$merge")
            || document.values().stream().anyMatch(Kind::writesAnswer);
      }
      return part instanceof Collection<?> parts && parts.stream().anyMatch(Kind::writesAnswer);
    }
  }
}
