package io.twophase.adapter.mongo.server;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Row locks, each held by one command at most. A command that would wait in a circle is told at
 * once, where PostgreSQL finds out after a second.
 */
final class RowLocks {

  /** One document of a collection. */
  record Row(String namespace, @Nullable Object id) {}

  /** The command that would have closed a circle of commands that wait for each other. */
  static final class DeadlockException extends Exception {
    private static final long serialVersionUID = 1L;
  }

  /** A command that takes locks; used by the thread that runs it. */
  static final class Command {
    private final Set<Row> held = new HashSet<>();
    private @Nullable Row awaited;
  }

  private final Map<Row, Command> holders = new HashMap<>();
  private final LongAdder deadlocks = new LongAdder();

  /**
   * Waits until the command has the lock.
   *
   * @return whether it did not have it before
   * @throws DeadlockException if it would wait for ever; then it has what it had before
   */
  synchronized boolean take(Command command, Row row) throws DeadlockException {
    if (command.held.contains(row)) {
      return false;
    }
    try {
      while (holders.containsKey(row)) {
        command.awaited = row;
        if (isInCircle(command)) {
          deadlocks.increment();
          throw new DeadlockException();
        }
        wait();
      }
    } catch (InterruptedException stopped) {
      throw new IllegalStateException("stopped while it waited for a row", stopped);
    } finally {
      command.awaited = null;
    }
    holders.put(row, command);
    command.held.add(row);
    return true;
  }

  private boolean isInCircle(Command command) {
    Command next = holders.get(command.awaited);
    while (next != null && next != command) {
      next = next.awaited == null ? null : holders.get(next.awaited);
    }
    return next == command;
  }

  /** Gives some locks back. */
  synchronized void release(Command command, Collection<Row> rows) {
    rows.forEach(holders::remove);
    command.held.removeAll(Set.copyOf(rows));
    notifyAll();
  }

  /** Gives all locks of the command back. */
  synchronized void releaseAll(Command command) {
    release(command, Set.copyOf(command.held));
  }

  /** How many circles were found so far. */
  long deadlocks() {
    return deadlocks.sum();
  }
}
