package io.twophase.app.transfer.queue;

import io.twophase.domain.document.DocumentRef;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Functions of this process that were in conflict over a document take turns at it, in the order in
 * which they came, so that none is overtaken again and again. Turns are for progress only: no
 * function relies on a turn. Thread-safe.
 */
public final class Turns {

  /** Nobody waits longer for turns: then the function runs without those that it lacks. */
  private static final Duration LONGEST = Duration.ofSeconds(10);

  /** A mark of a thread that runs a function, of any host in this process. */
  private static final ThreadLocal<Boolean> INSIDE = ThreadLocal.withInitial(() -> false);

  private final Deadlines deadlines;
  private final Map<DocumentRef, Turn> turns = new ConcurrentHashMap<>();

  /** One document's turns. */
  private static final class Turn {
    private final ReentrantLock lock = new ReentrantLock(true);

    /** The number of threads that have or want the turn; changed by the map's own locks only. */
    private int wanted;
  }

  /**
   * Turns within deadlines.
   *
   * @param deadlines nobody waits for a turn beyond its thread's own
   */
  public Turns(Deadlines deadlines) {
    this.deadlines = deadlines;
  }

  /**
   * A function may begin on this thread.
   *
   * @throws IllegalStateException if the thread runs one already
   */
  public void requireOutside() {
    if (INSIDE.get()) {
      throw new IllegalStateException(
          "a function asks for another function: its transaction would not be part of this one");
    }
  }

  /**
   * Runs a function on this thread. Its work before and after, callbacks of others among it, is no
   * part of the function.
   */
  public <T extends @Nullable Object> T inside(Supplier<T> function) {
    INSIDE.set(true);
    try {
      return function.get();
    } finally {
      INSIDE.remove();
    }
  }

  /**
   * Waits for the turns at documents, in the documents' one order, so that no two wait for each
   * other.
   *
   * @return gives the turns back, on this thread
   */
  public Runnable take(Collection<DocumentRef> documents) {
    return deadlines.within(LONGEST, () -> taken(documents));
  }

  private Runnable taken(Collection<DocumentRef> documents) {
    Deque<Runnable> taken = new ArrayDeque<>();
    for (DocumentRef document : new TreeSet<>(documents)) {
      Turn turn =
          turns.compute(
              document,
              (ref, there) -> {
                Turn wanted = there == null ? new Turn() : there;
                wanted.wanted++;
                return wanted;
              });
      if (tryLock(turn)) {
        taken.push(
            () -> {
              turn.lock.unlock();
              release(document);
            });
      } else {
        release(document);
      }
    }
    return () -> taken.forEach(Runnable::run);
  }

  private boolean tryLock(Turn turn) {
    long most = deadlines.left(deadlines.current()).orElseThrow().toMillis();
    try {
      return turn.lock.tryLock(most, TimeUnit.MILLISECONDS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private void release(DocumentRef document) {
    turns.computeIfPresent(document, (ref, turn) -> --turn.wanted == 0 ? null : turn);
  }
}
