package io.twophase.embedded.storage;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The right to use a directory, held by one store at a time.
 *
 * <p>The operating system's lock on a file goes with the process, even when that is killed; but on
 * POSIX it also goes when anything else in the process opens and closes that file. So a file beside
 * it names the process that has the directory, which is asked for as well; and within a process the
 * directories that are open are remembered.
 */
public final class DirectoryLock implements AutoCloseable {

  public static final String LOCK = "lock";
  public static final String OWNER = "owner";

  private static final Set<Path> OPEN_HERE = ConcurrentHashMap.newKeySet();

  private final Path directory;
  private final Path key;
  private final FileChannel channel;

  private DirectoryLock(Path directory, Path key, FileChannel channel) {
    this.directory = directory;
    this.key = key;
    this.channel = channel;
  }

  /**
   * Takes a directory that is there.
   *
   * @throws DirectoryInUseException if this or another process has it
   */
  public static DirectoryLock take(Path directory) throws IOException {
    Path key = directory.toRealPath();
    if (!OPEN_HERE.add(key)) {
      throw new DirectoryInUseException(directory, " of this process");
    }
    try {
      return new DirectoryLock(directory, key, locked(directory));
    } catch (IOException | RuntimeException e) {
      OPEN_HERE.remove(key);
      throw e;
    }
  }

  private static FileChannel locked(Path directory) throws IOException {
    FileChannel channel = open(directory.resolve(LOCK));
    try {
      Path owner = directory.resolve(OWNER);
      Optional<Owner> last = Owner.read(owner);
      if (!isLocked(channel) || last.filter(Owner::isAnotherAlive).isPresent()) {
        throw new DirectoryInUseException(
            directory, last.map(one -> ", process " + one.process()).orElse(""));
      }
      Owner.current().write(owner);
      return channel;
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  private static FileChannel open(Path file) throws IOException {
    if (!Files.exists(file)) {
      Modes.createPrivateFileIfAbsent(file);
    }
    return FileChannel.open(file, StandardOpenOption.WRITE);
  }

  private static boolean isLocked(FileChannel channel) throws IOException {
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException heldByThisProcess) {
      return false;
    }
  }

  /** Gives the directory back. */
  @Override
  public void close() {
    try {
      Files.deleteIfExists(directory.resolve(OWNER));
      channel.close();
    } catch (IOException e) {
      throw Faults.of(directory, e);
    } finally {
      OPEN_HERE.remove(key);
    }
  }

  /**
   * The process that has a directory open.
   *
   * @param started when it started, in milliseconds, which tells it from a later one with its
   *     number; 0 where the system does not say
   */
  record Owner(long process, long started) {

    private static final Pattern TEXT = Pattern.compile("(\\d{1,18}) (\\d{1,18})\\s*");

    static Owner current() {
      return of(ProcessHandle.current());
    }

    private static Owner of(ProcessHandle process) {
      return new Owner(
          process.pid(), process.info().startInstant().map(Instant::toEpochMilli).orElse(0L));
    }

    /** The one that a file names; nobody when there is no such file, or it was not finished. */
    static Optional<Owner> read(Path file) throws IOException {
      if (!Files.exists(file)) {
        return Optional.empty();
      }
      Matcher text =
          TEXT.matcher(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1));
      return text.matches()
          ? Optional.of(new Owner(Long.parseLong(text.group(1)), Long.parseLong(text.group(2))))
          : Optional.empty();
    }

    public void write(Path file) throws IOException {
      Modes.createPrivateFileIfAbsent(file);
      Files.writeString(file, process + " " + started + "\n");
    }

    /** Returns whether it is not this process, and runs. */
    boolean isAnotherAlive() {
      return process != ProcessHandle.current().pid()
          && ProcessHandle.of(process)
              .filter(ProcessHandle::isAlive)
              .map(Owner::of)
              .filter(alive -> started == 0 || alive.started == 0 || alive.started == started)
              .isPresent();
    }
  }
}
