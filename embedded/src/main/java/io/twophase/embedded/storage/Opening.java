package io.twophase.embedded.storage;

import io.twophase.embedded.failure.DamagedStoreException;
import io.twophase.embedded.failure.Faults;
import java.io.IOException;
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
    Watermark watermark = Watermark.open(files.path());
    try {
      // before anything is written
      reaching(files, watermark, Engine.Mode.READ_ONLY).close();
      Engine engine = reaching(files, watermark, Engine.Mode.WRITE);
      closeToOthers(files, engine);
      return new Opened(engine, Optional.of(watermark));
    } catch (RuntimeException e) {
      watermark.close();
      throw e;
    }
  }

  /** An engine that stayed open would keep this process from opening the directory ever again. */
  private static void closeToOthers(StoreDirectory files, Engine engine) {
    try {
      files.closeToOthers();
    } catch (RuntimeException e) {
      engine.close();
      throw e;
    }
  }

  /** Everything that was acknowledged, to be read, or a refusal. */
  static Opened completeForReads(StoreDirectory files) {
    try (Watermark watermark = Watermark.open(files.path())) {
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
    return new Opened(
        Engine.open(files.path(), files.engine(), Engine.Mode.READ_ONLY_WHAT_IS_LEFT),
        Optional.empty());
  }

  /** What can be read, which is everything from now on. */
  static Opened whatIsLeft(StoreDirectory files) {
    Engine engine = Engine.open(files.path(), files.engine(), Engine.Mode.WRITE_WHAT_IS_LEFT);
    try {
      Watermark.create(files.path(), engine.lastWrite());
      return new Opened(engine, Optional.of(Watermark.open(files.path())));
    } catch (IOException e) {
      engine.close();
      throw Faults.of(files.path(), e);
    } catch (RuntimeException e) {
      engine.close();
      throw e;
    }
  }
}
