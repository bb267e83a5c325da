package io.twophase.bench;

import com.mongodb.event.CommandFailedEvent;
import com.mongodb.event.CommandListener;
import com.mongodb.event.CommandStartedEvent;
import com.mongodb.event.CommandSucceededEvent;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/**
 * Makes each command of a client take longer, as if the server, or the others of its replica set,
 * were so far away. The connection is in use meanwhile. Thread-safe.
 */
public final class AddedLatency implements CommandListener {

  private final long halfNanos;
  private final long majorityNanos;
  private final Set<Integer> waiting = ConcurrentHashMap.newKeySet();

  /**
   * Adds these.
   *
   * @param latency to each command, half before it is sent and half after it is answered
   * @param majority to each command that is answered after a majority of the members has it
   */
  public AddedLatency(Duration latency, Duration majority) {
    this.halfNanos = latency.toNanos() / 2;
    this.majorityNanos = majority.toNanos();
  }

  @Override
  public void commandStarted(CommandStartedEvent event) {
    if (majorityNanos > 0 && WireCounter.waitsForMajority(event.getCommand())) {
      waiting.add(event.getRequestId());
    }
    pause(halfNanos);
  }

  @Override
  public void commandSucceeded(CommandSucceededEvent event) {
    pause(halfNanos + (waiting.remove(event.getRequestId()) ? majorityNanos : 0));
  }

  @Override
  public void commandFailed(CommandFailedEvent event) {
    waiting.remove(event.getRequestId());
    pause(halfNanos);
  }

  private static void pause(long nanos) {
    long due = System.nanoTime() + nanos;
    // whoever interrupts the thread has it at once
    for (long left = nanos;
        left > 0 && !Thread.currentThread().isInterrupted();
        left = due - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }
}
