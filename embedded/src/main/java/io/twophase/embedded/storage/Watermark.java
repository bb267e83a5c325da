package io.twophase.embedded.storage;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.zip.CRC32C;

/**
 * The number of the last acknowledged write, in a file of its own. A log that was cut or removed
 * looks like one that ended early; the watermark tells the two apart: what is found on opening must
 * reach it. The file also names the store's format.
 *
 * <p>The number is written after the write and before the answer. It is eight bytes in one piece,
 * number and checksum, so a kill leaves the old ones or the new ones. Once the file is made it is
 * not forced to the disk: after a power cut it may be older than the truth, or, where writes are
 * not forced either, ahead of it.
 */
final class Watermark implements AutoCloseable {

  static final String FILE = "watermark";

  private static final long MAGIC = 0x3270_6861_7365_0000L;
  private static final long FORMAT = 2;
  private static final long FORMAT_MASK = 0xffff;
  private static final int NUMBER_AT = Long.BYTES;
  private static final int SIZE = 2 * Long.BYTES;
  private static final int CHECK_BITS = 16;
  private static final long CHECK_MASK = (1 << CHECK_BITS) - 1;

  private final Path directory;

  /** Not a channel: those are closed when a thread that writes is interrupted. */
  private final RandomAccessFile open;

  private volatile long number;

  private Watermark(Path directory, RandomAccessFile open, long number) {
    this.directory = directory;
    this.open = open;
    this.number = number;
  }

  /** Makes or replaces the file, as a whole; it is on the disk on return. */
  static void create(Path directory, long number) throws IOException {
    ByteBuffer all =
        ByteBuffer.allocate(SIZE).putLong(MAGIC | FORMAT).putLong(checked(number)).flip();
    Path unfinished = directory.resolve(FILE + ".new");
    Files.deleteIfExists(unfinished);
    Modes.createPrivateFileIfAbsent(unfinished);
    try (FileChannel file = FileChannel.open(unfinished, StandardOpenOption.WRITE)) {
      while (all.hasRemaining()) {
        file.write(all);
      }
      file.force(true);
    }
    Files.move(
        unfinished,
        directory.resolve(FILE),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
    StoreDirectory.force(directory);
  }

  /**
   * Opens the file.
   *
   * @throws DamagedStoreException if it is missing or not what was written
   * @throws EmbeddedStoreException if the store is of another format
   */
  static Watermark open(Path directory) throws IOException {
    Path file = directory.resolve(FILE);
    if (!Files.exists(file)) {
      throw new DamagedStoreException(directory, "the file " + file + " is missing", null);
    }
    byte[] bytes = Files.readAllBytes(file);
    ByteBuffer read = ByteBuffer.wrap(Arrays.copyOf(bytes, SIZE));
    long format = read.getLong() ^ MAGIC;
    if (bytes.length < SIZE || (format & ~FORMAT_MASK) != 0) {
      throw unreadable(directory, file);
    }
    if (format != FORMAT) {
      throw new EmbeddedStoreException(
          "the embedded store %s is of format %s, and this version reads format %s only: open it with the version that wrote it"
              .formatted(directory, format, FORMAT),
          null);
    }
    long written = read.getLong();
    long number = written >>> CHECK_BITS;
    if (checked(number) != written || bytes.length > SIZE) {
      throw unreadable(directory, file);
    }
    return new Watermark(directory, new RandomAccessFile(file.toFile(), "rw"), number);
  }

  private static DamagedStoreException unreadable(Path directory, Path file) {
    return new DamagedStoreException(
        directory, "the file " + file + " is cut, changed or not this store's", null);
  }

  private static long checked(long number) {
    CRC32C check = new CRC32C();
    check.update(ByteBuffer.allocate(Long.BYTES).putLong(0, number));
    return number << CHECK_BITS | (check.getValue() & CHECK_MASK);
  }

  /** The number of the last write that was acknowledged, or 0. */
  long number() {
    return number;
  }

  /** Notes that everything up to this write is acknowledged from now on. */
  void raise(long to) {
    if (to <= number) {
      return;
    }
    synchronized (this) {
      if (to > number) {
        write(to);
        number = to;
      }
    }
  }

  private void write(long to) {
    try {
      open.seek(NUMBER_AT);
      open.write(ByteBuffer.allocate(Long.BYTES).putLong(checked(to)).array());
    } catch (IOException e) {
      throw Faults.of(directory, e);
    }
  }

  @Override
  public void close() {
    try {
      open.close();
    } catch (IOException e) {
      throw Faults.of(directory, e);
    }
  }
}
