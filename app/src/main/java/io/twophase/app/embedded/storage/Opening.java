package io.twophase.app.embedded.storage;

import java.io.IOException;

/**
 * Opens a store's files, and says whether everything that was acknowledged is there before anything
 * is written: opening an engine for writing ends its logs and forgets what it cannot read of them.
 */
final class Opening {

  /** What is open. */
  record Opened(Engine engine, Watermark watermark) {}

  private Opening() {}

  /** Everything that was acknowledged, or a refusal. */
  static Opened complete(StoreDirectory files) {
    files.createIfAbsent();
    Watermark watermark = Watermark.open(files.path());
    try {
      try (Engine readable = Engine.open(files.path(), files.engine(), Engine.Mode.READ_ONLY)) {
        requireReached(files, watermark, readable);
      }
      Engine engine = Engine.open(files.path(), files.engine(), Engine.Mode.WRITE);
      return opened(files, engine, watermark);
    } catch (RuntimeException e) {
      watermark.close();
      throw e;
    }
  }

  private static Opened opened(StoreDirectory files, Engine engine, Watermark watermark) {
    try {
      requireReached(files, watermark, engine);
      return new Opened(engine, watermark);
    } catch (RuntimeException e) {
      engine.close();
      throw e;
    }
  }

  private static void requireReached(StoreDirectory files, Watermark watermark, Engine engine) {
    if (engine.lastWrite() < watermark.number()) {
      throw new DamagedStoreException(
          files.path(),
          "write "
              + watermark.number()
              + " was acknowledged, and the log ends at write "
              + engine.lastWrite(),
          null);
    }
  }

  /** What can be read, which is everything from now on. */
  static Opened whatIsLeft(StoreDirectory files) {
    Engine engine = Engine.open(files.path(), files.engine(), Engine.Mode.WRITE_WHAT_IS_LEFT);
    try {
      Watermark.create(files.path(), engine.lastWrite());
      return new Opened(engine, Watermark.open(files.path()));
    } catch (IOException e) {
      engine.close();
      throw Faults.of(files.path(), e);
    } catch (RuntimeException e) {
      engine.close();
      throw e;
    }
  }
}
