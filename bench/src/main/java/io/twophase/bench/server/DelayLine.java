package io.twophase.bench.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.locks.LockSupport;

/**
 * One direction of a connection on which every byte arrives later, by the same time. It is a delay
 * and no limit of the rate: what comes while other bytes are on their way is on its way, too.
 */
final class DelayLine {

  private static final int CHUNK = 64 * 1024;
  private static final int ON_THE_WAY = 1_024;

  private final long delayNanos;
  private final BlockingQueue<Chunk> way = new ArrayBlockingQueue<>(ON_THE_WAY);

  private record Chunk(ByteBuffer bytes, long dueNanos) {

    /** Stands for the end of the stream. */
    boolean isEnd() {
      return bytes.capacity() == 0;
    }
  }

  DelayLine(long delayNanos) {
    this.delayNanos = delayNanos;
  }

  /** Takes bytes in until they end. */
  void take(InputStream from) throws IOException, InterruptedException {
    byte[] buffer = new byte[CHUNK];
    try {
      int length = from.read(buffer);
      while (length >= 0) {
        put(Arrays.copyOf(buffer, length));
        length = from.read(buffer);
      }
    } finally {
      put(new byte[0]);
    }
  }

  private void put(byte[] bytes) throws InterruptedException {
    way.put(new Chunk(ByteBuffer.wrap(bytes), System.nanoTime() + delayNanos));
  }

  /** Gives bytes out, each when it is due, until they end. */
  void give(OutputStream to) throws IOException, InterruptedException {
    Chunk chunk = way.take();
    while (!chunk.isEnd()) {
      awaitDue(chunk);
      to.write(chunk.bytes().array());
      chunk = way.take();
    }
    awaitDue(chunk);
  }

  private static void awaitDue(Chunk chunk) throws InterruptedException {
    long left = chunk.dueNanos() - System.nanoTime();
    while (left > 0) {
      LockSupport.parkNanos(left);
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      left = chunk.dueNanos() - System.nanoTime();
    }
  }
}
