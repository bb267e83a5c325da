package io.twophase.embedded.storage;

import io.twophase.embedded.failure.DamagedStoreException;
import io.twophase.embedded.failure.Faults;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Opens a store's files, and says whether everything that was acknowledged is there before anything
 * is written: opening an engine for writing ends its logs and forgets what it cannot read of them.
 */
final class Opening {

  /**
   * What is open.
   *
   * @param watermark nothing where nothing is to be written
   */
  record Opened(Engine engine, Optional<Watermark> watermark) {}

  private Opening() {}

  /** Everything that was acknowledged, or a refusal. */
  static Opened complete(StoreDirectory files) {
    files.createIfAbsent();
    try (Watermark watermark = Watermark.open(files.path())) {
      // before anything is written
      requireOneAge(files, Optional.of(watermark.generation()), true);
      reaching(files, watermark, Engine.Mode.READ_ONLY).close();
      return begun(files, reaching(files, watermark, Engine.Mode.WRITE));
    }
  }

  /**
   * A new generation. The watermark names it first: if this process ends before the engine names it
   * too, then no log has a write of it.
   */
  private static Opened begun(StoreDirectory files, Engine engine) {
    // an engine that stayed open would keep this process from opening the directory ever again
    try {
      files.closeToOthers();
      Generation generation = Generation.after(engine.generation());
      Watermark.create(files.path(), engine.lastWrite(), generation);
      engine.begin(generation);
      return new Opened(engine, Optional.of(Watermark.open(files.path())));
    } catch (IOException e) {
      engine.close();
      throw Faults.of(files.path(), e);
    } catch (RuntimeException e) {
      engine.close();
      throw e;
    }
  }

  /** Everything that was acknowledged, to be read, or a refusal. */
  static Opened completeForReads(StoreDirectory files) {
    try (Watermark watermark = Watermark.open(files.path())) {
      requireOneAge(files, Optional.of(watermark.generation()), true);
      return new Opened(reaching(files, watermark, Engine.Mode.READ_ONLY), Optional.empty());
    }
  }

  private static Engine reaching(StoreDirectory files, Watermark watermark, Engine.Mode mode) {
    Engine engine = Engine.open(files.path(), files.engine(), mode);
    if (engine.lastWrite() < watermark.number()) {
      long last = engine.lastWrite();
      engine.close();
      throw new DamagedStoreException(
          files.path(),
          "write "
              + watermark.number()
              + " was acknowledged, and what is there ends at write "
              + last,
          null);
    }
    return engine;
  }

  /** What can be read. */
  static Opened whatIsLeftForReads(StoreDirectory files) {
    requireOneAgeOfWhatIsLeft(files);
    return new Opened(
        Engine.open(files.path(), files.engine(), Engine.Mode.READ_ONLY_WHAT_IS_LEFT),
        Optional.empty());
  }

  /** What can be read, which is everything from now on. */
  static Opened whatIsLeft(StoreDirectory files) {
    requireOneAgeOfWhatIsLeft(files);
    return begun(files, Engine.open(files.path(), files.engine(), Engine.Mode.WRITE_WHAT_IS_LEFT));
  }

  private static void requireOneAgeOfWhatIsLeft(StoreDirectory files) {
    requireOneAge(files, readableGeneration(files), false);
  }

  private static Optional<Generation> readableGeneration(StoreDirectory files) {
    try (Watermark watermark = Watermark.open(files.path())) {
      return Optional.of(watermark.generation());
    } catch (DamagedStoreException unreadable) {
      return Optional.empty();
    }
  }

  /**
   * Demands that the logs go on where the tables end, and that tables, logs and watermark are of
   * one generation: the engine reads whatever logs there are into whatever tables there are.
   *
   * @param isAll whether every record must be as it was written
   */
  private static void requireOneAge(
      StoreDirectory files, Optional<Generation> generation, boolean isAll) {
    List<Log> logs = RecordFiles.verify(files.path(), files.engine(), isAll);
    try (Engine tables = Engine.open(files.path(), files.engine(), Engine.Mode.TABLES_ONLY)) {
      long inTables = tables.generation();
      if (generation
          .filter(now -> inTables != now.id() && inTables != now.previous())
          .isPresent()) {
        throw DamagedStoreException.ofDifferentAges(
            files.path(), "its watermark and its tables are not of the same opening");
      }
      long next = tables.lastWrite() + 1;
      long from = tables.firstLog();
      boolean isFirst = true;
      for (Log log : logs) {
        if (log.number() < from || !log.hasWrites()) {
          continue;
        }
        if (isFirst ? log.first() > next : log.first() != next) {
          throw DamagedStoreException.ofDifferentAges(
              files.path(),
              "the log "
                  + log.file()
                  + " begins with write "
                  + log.first()
                  + ", and what is there before it ends with write "
                  + (next - 1));
        }
        if (!log.isOfOnePiece()
            || generation.filter(now -> now.id() != log.generation()).isPresent()) {
          throw DamagedStoreException.ofDifferentAges(
              files.path(), "the log " + log.file() + " is not of the watermark's opening");
        }
        if (log.isCut() && !isAll) {
          return;
        }
        isFirst = false;
        next = log.next();
      }
    }
  }
}
