package io.twophase.app.embedded;

import de.bwaldvogel.mongo.exception.MongoServerException;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;
import org.h2.mvstore.MVStore;

/**
 * Lets commands run side by side where they may, keeps checkpoints between writes, and answers none
 * before its changes are in the journal. Reads wait for the journal as well, so that nobody is told
 * what a kill could take back.
 */
final class CommandGate {

  private final DocumentStore store;
  // always taken in this order: structure, then writes
  private final ReentrantReadWriteLock structure = new ReentrantReadWriteLock();
  private final ReentrantReadWriteLock writes = new ReentrantReadWriteLock();

  CommandGate(DocumentStore store) {
    this.store = store;
  }

  <T> T run(CommandKind kind, Supplier<T> command) {
    return switch (kind) {
      case READ -> shared(() -> read(command));
      case WRITE -> shared(() -> write(command));
      case DEFINE -> alone(() -> write(command));
      case RESTRUCTURE -> alone(() -> restructure(command));
    };
  }

  private <T> T read(Supplier<T> command) {
    MVStore.TxCounter reading = store.reading();
    try {
      T answer = command.get();
      flush();
      return answer;
    } finally {
      store.doneReading(reading);
    }
  }

  private <T> T write(Supplier<T> command) {
    try {
      return locked(writes.readLock(), () -> flushed(command));
    } finally {
      checkpointWhenDue();
    }
  }

  private <T> T flushed(Supplier<T> command) {
    try {
      return command.get();
    } finally {
      // a command that fails may have changed something before
      flush();
    }
  }

  private void flush() {
    try {
      store.journal().flush();
    } catch (EmbeddedStoreException e) {
      throw new MongoServerException(String.valueOf(e.getMessage()), e);
    }
  }

  private void checkpointWhenDue() {
    if (store.checkpointDue()) {
      locked(
          writes.writeLock(),
          () -> {
            if (store.checkpointDue()) {
              store.checkpoint();
            }
            return true;
          });
    }
  }

  private <T> T restructure(Supplier<T> command) {
    try {
      return command.get();
    } finally {
      store.checkpoint();
    }
  }

  private <T> T shared(Supplier<T> action) {
    return locked(structure.readLock(), action);
  }

  private <T> T alone(Supplier<T> action) {
    return locked(structure.writeLock(), action);
  }

  private static <T> T locked(Lock lock, Supplier<T> action) {
    lock.lock();
    try {
      return action.get();
    } finally {
      lock.unlock();
    }
  }
}
