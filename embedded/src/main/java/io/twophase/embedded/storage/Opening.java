package io.twophase.embedded.storage;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * An open store's files. Whether everything that was acknowledged is there is known before anything
 * is written: opening an engine for writing ends its logs and forgets what it cannot read of them.
 *
 * @param watermark nothing where nothing is to be written
 */
record Opening(Engine engine, Optional<Watermark> watermark) {

  /** The way in which a store is opened. */
  interface Way {
    Opening open(StoreDirectory files) throws IOException;
  }

  /** Everything that was acknowledged, or a refusal. */
  static Opening complete(StoreDirectory files) throws IOException {
    files.createIfAbsent();
    reaching(files, Engine.Mode.READ_ONLY).close();
    files.beginOpening();
    return forWrites(files, reaching(files, Engine.Mode.WRITE));
  }

  /** Everything that was acknowledged, to be read, or a refusal. */
  static Opening completeForReads(StoreDirectory files) throws IOException {
    return new Opening(reaching(files, Engine.Mode.READ_ONLY), Optional.empty());
  }

  /** Opens what can be read, which is everything from now on. */
  static Opening whatIsLeft(StoreDirectory files) throws IOException {
    readable(files).close();
    files.beginOpening();
    Engine engine = engine(files, Engine.Mode.WRITE);
    try {
      Watermark.create(files.path(), engine.lastWrite());
    } catch (IOException e) {
      engine.close();
      throw e;
    }
    return forWrites(files, engine);
  }

  /** Opens what can be read, for reads. */
  static Opening whatIsLeftForReads(StoreDirectory files) throws IOException {
    return new Opening(readable(files), Optional.empty());
  }

  /** Without a watermark too, but not of another format. */
  private static Engine readable(StoreDirectory files) throws IOException {
    try {
      Watermark.open(files.path()).close();
    } catch (DamagedStoreException unreadable) {
      // how much was acknowledged is not asked
    }
    return engine(files, Engine.Mode.READ_ONLY);
  }

  private static Engine engine(StoreDirectory files, Engine.Mode mode) throws IOException {
    Path engine = files.engine();
    RecordFiles.verify(files.path(), engine);
    return new Engine(files.path(), engine, mode);
  }

  /** Everything that was acknowledged, or a refusal. */
  private static Engine reaching(StoreDirectory files, Engine.Mode mode) throws IOException {
    try (Watermark watermark = Watermark.open(files.path())) {
      Engine engine = engine(files, mode);
      long last = engine.lastWrite();
      if (last < watermark.number()) {
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
  }

  /** An engine that stayed open would keep this process from opening the directory ever again. */
  private static Opening forWrites(StoreDirectory files, Engine engine) throws IOException {
    try {
      Modes.close(files.engine());
      return new Opening(engine, Optional.of(Watermark.open(files.path())));
    } catch (IOException | RuntimeException e) {
      engine.close();
      throw e;
    }
  }
}
