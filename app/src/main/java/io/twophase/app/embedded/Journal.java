package io.twophase.app.embedded;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.zip.CRC32;

/**
 * The changes since the last checkpoint, in the order in which they were made.
 *
 * <p>{@link #put} and {@link #remove} only note a change; {@link #flush} returns when every change
 * noted before it is with the operating system, and so survives the end of this process. Threads
 * that flush at the same time share one write. A flush writes one frame, with a checksum: after a
 * kill a frame is there as a whole or not at all.
 *
 * <p>The first failed write is final: what follows it in the file could never be read, so every
 * later flush fails too.
 */
final class Journal implements AutoCloseable {

  static final int MAGIC = 0x32504a31;
  static final int HEADER = 12;
  static final byte PUT = 1;
  static final byte REMOVE = 2;

  /** A command that changes very much is written in several frames of about this size. */
  private static final int FRAME_LIMIT = 4 << 20;

  private static final int FIRST_CAPACITY = 1 << 16;

  private final String name;
  private final OutputStream out;
  private final ReentrantLock writing = new ReentrantLock();
  private final Object noting = new Object();
  private ByteBuf noted = newFrame();
  private ByteBuf spare = newFrame();
  private volatile long notedCount;
  private volatile long writtenCount;
  private final AtomicLong size = new AtomicLong();
  private volatile boolean failed;

  /** A journal that writes to {@code out}, unbuffered, and is called {@code name} in messages. */
  Journal(String name, OutputStream out) {
    this.name = name;
    this.out = out;
  }

  void put(String map, DocumentKey key, byte[] value) {
    note(PUT, map, key, value);
  }

  void remove(String map, DocumentKey key) {
    note(REMOVE, map, key, new byte[0]);
  }

  private void note(byte kind, String map, DocumentKey key, byte[] value) {
    boolean full;
    synchronized (noting) {
      noted.writeByte(kind);
      write(map.getBytes(StandardCharsets.UTF_8));
      write(key.bytes());
      write(value);
      notedCount++;
      full = noted.writerIndex() > FRAME_LIMIT;
    }
    // in the middle of changes that belong into one frame it waits for their end
    if (full && !writing.isHeldByCurrentThread()) {
      flush();
    }
  }

  private void write(byte[] bytes) {
    noted.writeInt(bytes.length).writeBytes(bytes);
  }

  /** Everything that {@code changes} notes goes into one frame, whoever flushes meanwhile. */
  <T> T asOne(Supplier<T> changes) {
    writing.lock();
    try {
      return changes.get();
    } finally {
      writing.unlock();
    }
  }

  /** Returns when all that was noted before is written. */
  void flush() {
    long target = notedCount;
    if (writtenCount >= target && !failed) {
      return;
    }
    writing.lock();
    try {
      if (failed) {
        throw new EmbeddedStoreException("the journal " + name + " could not be written", null);
      }
      if (writtenCount < target) {
        writeFrame();
      }
    } finally {
      writing.unlock();
    }
  }

  private void writeFrame() {
    ByteBuf frame;
    long count;
    synchronized (noting) {
      frame = noted;
      count = notedCount;
      noted = spare;
    }
    int length = frame.writerIndex() - HEADER;
    CRC32 checksum = new CRC32();
    checksum.update(frame.array(), HEADER, length);
    frame.setInt(0, MAGIC).setInt(4, length).setInt(8, (int) checksum.getValue());
    try {
      out.write(frame.array(), 0, frame.writerIndex());
    } catch (IOException e) {
      failed = true;
      throw new EmbeddedStoreException("the journal " + name + " cannot be written: " + e, e);
    }
    size.addAndGet(frame.writerIndex());
    writtenCount = count;
    spare = frame.capacity() > 2 * FRAME_LIMIT ? newFrame() : frame.writerIndex(HEADER);
  }

  private static ByteBuf newFrame() {
    return Unpooled.buffer(FIRST_CAPACITY).writerIndex(HEADER);
  }

  /** Forgets what is noted and not written, because a checkpoint has it. */
  void discard() {
    synchronized (noting) {
      noted.writerIndex(HEADER);
      writtenCount = notedCount;
    }
  }

  /** The bytes in the file. */
  long size() {
    return size.get();
  }

  @Override
  public void close() {
    try {
      out.close();
    } catch (IOException e) {
      throw new EmbeddedStoreException("the journal " + name + " cannot be closed: " + e, e);
    }
  }
}
