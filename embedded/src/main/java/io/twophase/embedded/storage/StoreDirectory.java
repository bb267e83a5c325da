package io.twophase.embedded.storage;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.rocksdb.Checkpoint;

/**
 * The content of a store's directory: the engine's files, the watermark, the lock and its owner.
 *
 * <p>Each opening for writes gives the directory of the engine's files another name, drawn at
 * random. So the files of a backup, or of a copy that went another way, never lie among those of
 * the store over which they are unpacked, but beside them.
 */
record StoreDirectory(Path directory) {

  static final String ENGINE = "engine";

  private static final SecureRandom RANDOM = new SecureRandom();

  /**
   * Returns where the engine's files are.
   *
   * @throws DamagedStoreException if there are none, or those of several openings
   */
  Path engine() throws IOException {
    Path engine = directory.resolve(ENGINE);
    try (Stream<Path> openings = Files.exists(engine) ? Files.list(engine) : Stream.empty()) {
      List<Path> all = openings.filter(Files::isDirectory).sorted().toList();
      if (all.isEmpty()) {
        throw new DamagedStoreException(
            directory, "the directory " + engine + " is missing, or nothing is in it", null);
      }
      if (all.size() > 1) {
        throw DamagedStoreException.ofDifferentAges(
            directory, all.get(0) + " and " + all.get(1) + " are not of the same opening");
      }
      return all.get(0);
    }
  }

  /** Gives the directory of the engine's files, which is not open, the name of a new opening. */
  void beginOpening() throws IOException {
    Path last = engine();
    Files.move(last, newOpening(directory.resolve(ENGINE)), StandardCopyOption.ATOMIC_MOVE);
  }

  private static Path newOpening(Path engine) {
    return engine.resolve("%016x".formatted(RANDOM.nextLong()));
  }

  /** Makes the directory when it is absent; refuses a file. */
  void prepare() throws IOException {
    if (Files.exists(directory) && !Files.isDirectory(directory)) {
      throw new EmbeddedStoreException(
          "the embedded store needs a directory, and " + directory + " is a file", null);
    }
    create(directory.toAbsolutePath());
  }

  /** Makes what is missing of a path, and forces the names of what it makes to the disk. */
  private static void create(Path path) throws IOException {
    Path parent = path.getParent();
    if (parent != null && !Files.exists(path)) {
      create(parent);
      Modes.createPrivateDirectories(path);
      force(parent);
    }
  }

  boolean hasStore() {
    return Files.exists(directory.resolve(ENGINE))
        || Files.exists(directory.resolve(Watermark.FILE));
  }

  /**
   * Makes a store where there is none. The watermark comes first, and the engine gets its name when
   * it is complete: a kill leaves a directory in which this goes on.
   */
  void createIfAbsent() throws IOException {
    if (!hasStore()) {
      Watermark.create(directory, 0);
    }
    if (!Files.exists(directory.resolve(ENGINE))) {
      createEngine();
    }
  }

  private void createEngine() throws IOException {
    try (Watermark mark = Watermark.open(directory)) {
      if (mark.number() > 0) {
        // says that there is no engine
        engine();
      }
    }
    Path unfinished = directory.resolve(ENGINE + ".new");
    Modes.deleteTree(unfinished);
    Path files = newOpening(unfinished);
    Modes.createPrivateDirectories(files);
    new Engine(directory, files, Engine.Mode.CREATE).close();
    Files.move(unfinished, directory.resolve(ENGINE), StandardCopyOption.ATOMIC_MOVE);
    force(directory);
  }

  /** Makes a store of a copy of an open engine's files. */
  void copyOf(Engine engine) throws IOException {
    Path opening = newOpening(directory.resolve(ENGINE));
    Modes.createPrivateDirectories(directory.resolve(ENGINE));
    Watermark.create(directory, engine.lastWrite());
    engine.run(
        db -> {
          try (Checkpoint checkpoint = Checkpoint.create(db)) {
            checkpoint.createCheckpoint(opening.toString());
          }
        });
    Modes.close(opening);
  }

  /** Forces the names in a directory to the disk, where the system lets a directory be opened. */
  static void force(Path directory) throws IOException {
    FileChannel open;
    try {
      open = FileChannel.open(directory, StandardOpenOption.READ);
    } catch (AccessDeniedException e) {
      // Windows opens no directory
      return;
    }
    try (open) {
      open.force(true);
    }
  }

  /**
   * The store's files, open.
   *
   * @param watermark nothing where nothing is to be written
   */
  record Opening(Engine engine, Optional<Watermark> watermark) {}

  /**
   * Opens the files. The check says whether everything that was acknowledged is there before
   * anything is written: opening an engine for writing ends its logs and forgets those of their
   * records that it cannot read.
   *
   * @param isComplete whether anything less than everything that was acknowledged is refused; else
   *     what can be read is opened, and is everything from now on if it is for writes
   */
  Opening open(boolean isComplete, boolean writes) throws IOException {
    if (isComplete && writes) {
      createIfAbsent();
    }
    Engine readable = engine(Engine.Mode.READ_ONLY, isComplete);
    if (!writes) {
      return new Opening(readable, Optional.empty());
    }
    readable.close();
    beginOpening();
    Engine engine = engine(Engine.Mode.WRITE, isComplete);
    try {
      if (!isComplete) {
        Watermark.create(directory, engine.lastWrite());
      }
      Modes.close(engine());
      return new Opening(engine, Optional.of(Watermark.open(directory)));
    } catch (IOException | RuntimeException e) {
      // one that stayed open would keep this process from opening the directory ever again
      engine.close();
      throw e;
    }
  }

  private Engine engine(Engine.Mode mode, boolean isComplete) throws IOException {
    long acknowledged = acknowledged(isComplete);
    Path files = engine();
    RecordFiles.verify(directory, files);
    Engine engine = new Engine(directory, files, mode);
    long last = engine.lastWrite();
    if (last < acknowledged) {
      engine.close();
      throw new DamagedStoreException(
          directory,
          "write " + acknowledged + " was acknowledged, and what is there ends at write " + last,
          null);
    }
    return engine;
  }

  /** A store of another format is refused in any case. */
  private long acknowledged(boolean isComplete) throws IOException {
    try (Watermark watermark = Watermark.open(directory)) {
      return isComplete ? watermark.number() : 0;
    } catch (DamagedStoreException unreadable) {
      if (isComplete) {
        throw unreadable;
      }
      return 0;
    }
  }
}
