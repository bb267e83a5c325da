package io.twophase.embedded.storage;

import io.twophase.embedded.failure.DamagedStoreException;
import io.twophase.embedded.failure.EmbeddedStoreException;
import io.twophase.embedded.failure.Faults;
import io.twophase.embedded.file.Modes;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.stream.Stream;

/**
 * What lies in a store's directory: the engine's files in a directory of their own, the watermark,
 * the lock and its owner.
 */
final class StoreDirectory {

  static final String ENGINE = "engine";

  private final Path directory;

  StoreDirectory(Path directory) {
    this.directory = directory;
  }

  Path path() {
    return directory;
  }

  Path engine() {
    return directory.resolve(ENGINE);
  }

  /** Makes the directory when it is absent; refuses a file. */
  void prepare() {
    try {
      if (Files.exists(directory) && !Files.isDirectory(directory)) {
        throw new EmbeddedStoreException(
            "the embedded store needs a directory, and " + directory + " is a file", null);
      }
      if (!Files.exists(directory)) {
        create();
      }
    } catch (IOException e) {
      throw Faults.of(directory, e);
    }
  }

  /** Also forces the names of all directories that it makes to the disk. */
  private void create() throws IOException {
    Deque<Path> missing = new ArrayDeque<>();
    Path next = directory.toAbsolutePath();
    while (next != null && !Files.exists(next)) {
      missing.push(next);
      next = next.getParent();
    }
    Modes.createPrivateDirectories(directory);
    for (Path made : missing) {
      Path parent = made.getParent();
      if (parent != null) {
        force(parent);
      }
    }
  }

  boolean hasStore() {
    return Files.exists(engine()) || Files.exists(directory.resolve(Watermark.FILE));
  }

  /**
   * Makes a store where there is none. The watermark comes first, and the engine gets its name when
   * it is complete: a kill leaves a directory in which this goes on.
   */
  void createIfAbsent() {
    boolean isNew = !hasStore();
    try {
      if (isNew) {
        Watermark.create(directory, 0, Generation.NONE);
      }
      if (!Files.exists(engine())) {
        createEngine();
      }
    } catch (IOException e) {
      throw Faults.of(directory, e);
    }
  }

  private void createEngine() throws IOException {
    try (Watermark mark = Watermark.open(directory)) {
      if (mark.number() > 0) {
        throw new DamagedStoreException(
            directory, "the directory " + engine() + " is missing", null);
      }
    }
    Path unfinished = directory.resolve(ENGINE + ".new");
    delete(unfinished);
    Modes.createPrivateDirectories(unfinished);
    Engine.open(directory, unfinished, Engine.Mode.CREATE).close();
    Files.move(unfinished, engine(), StandardCopyOption.ATOMIC_MOVE);
    force(directory);
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

  /** Closes the engine's files to everybody but their owner. */
  void closeToOthers() {
    try {
      Modes.close(engine());
    } catch (IOException e) {
      throw Faults.of(directory, e);
    }
  }

  /** A copy of an open engine, in a directory that can be opened as a store. */
  static void copy(Engine engine, Path target) {
    try {
      Modes.createPrivateDirectories(target);
      long last = engine.lastWrite();
      long generation = engine.generation();
      engine.copyTo(target.resolve(ENGINE));
      Watermark.create(target, last, new Generation(generation, generation));
      Modes.close(target.resolve(ENGINE));
    } catch (IOException e) {
      throw Faults.of(target, e);
    }
  }

  private static void delete(Path unfinished) throws IOException {
    if (Files.exists(unfinished)) {
      try (Stream<Path> files = Files.list(unfinished)) {
        for (Path file : (Iterable<Path>) files::iterator) {
          Files.delete(file);
        }
      }
      Files.delete(unfinished);
    }
  }
}
