package io.twophase.bench.server;

import com.mongodb.event.CommandFailedEvent;
import com.mongodb.event.CommandListener;
import com.mongodb.event.CommandStartedEvent;
import com.mongodb.event.CommandSucceededEvent;
import io.twophase.bench.cost.SentCommand;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/**
 * Makes each command take longer that is answered after a majority of the members has it, as if the
 * others were so far away. The connection is in use meanwhile. Thread-safe.
 */
public final class MajorityLatency implements CommandListener {

  private final long nanos;
  private final Set<Integer> waiting = ConcurrentHashMap.newKeySet();

  /**
   * By so much.
   *
   * @param latency to be added to each
   */
  public MajorityLatency(Duration latency) {
    this.nanos = latency.toNanos();
  }

  @Override
  public void commandStarted(CommandStartedEvent event) {
    if (SentCommand.waitsForMajority(event.getCommand())) {
      waiting.add(event.getRequestId());
    }
  }

  @Override
  public void commandSucceeded(CommandSucceededEvent event) {
    if (waiting.remove(event.getRequestId())) {
      pause();
    }
  }

  @Override
  public void commandFailed(CommandFailedEvent event) {
    waiting.remove(event.getRequestId());
  }

  private void pause() {
    long due = System.nanoTime() + nanos;
    // whoever interrupts the thread has it at once
    for (long left = nanos;
        left > 0 && !Thread.currentThread().isInterrupted();
        left = due - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }
}
