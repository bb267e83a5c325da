package io.twophase.app.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.MVStoreException;

/** Opens the MVStore, tuned for documents that are small and change often. */
final class StoreFile {

  static final String NAME = "documents.mv";

  private static final int CACHE_MEGABYTES = 64;

  /** A page holds about ten documents: an update rewrites the whole page at the next checkpoint. */
  private static final int PAGE_BYTES = 4096;

  /**
   * For how long the space of pages no longer in use stays as it is. The default of 45 seconds
   * waits for disks to write by themselves, and grows the file many times over under steady
   * updates; against a kill the previous version is enough.
   */
  private static final int RETENTION_MILLIS = 5_000;

  private static final Map<String, Object> SETTINGS =
      Map.of("cacheSize", CACHE_MEGABYTES, "pageSplitSize", PAGE_BYTES);

  private StoreFile() {}

  /** The documents in a directory, as of the last acknowledged write. */
  static DocumentStore load(Path directory, Checkpoints checkpoints) {
    Path file = directory.resolve(NAME);
    MVStore store = open(directory, file);
    try {
      return new DocumentStore(store, Journals.in(directory), checkpoints);
    } catch (EmbeddedStoreException e) {
      store.closeImmediately();
      throw e;
    } catch (RuntimeException e) {
      store.closeImmediately();
      throw unreadable(file, e);
    }
  }

  private static MVStore open(Path directory, Path file) {
    try {
      if (!Files.exists(file)) {
        create(directory, file);
      }
      UnforcedFile opened = new UnforcedFile(SETTINGS);
      opened.open(file.toString(), false, null);
      MVStore store = builder().adoptFileStore(opened).open();
      store.setRetentionTime(RETENTION_MILLIS);
      store.setVersionsToKeep(0);
      return store;
    } catch (IOException e) {
      throw new EmbeddedStoreException("the file " + file + " cannot be made: " + e, e);
    } catch (MVStoreException e) {
      throw unreadable(file, e);
    }
  }

  private static EmbeddedStoreException unreadable(Path file, RuntimeException e) {
    return new EmbeddedStoreException(
        "the file " + file + " is damaged, or not an embedded store", e);
  }

  /** A new file gets its name when it is complete, so that a kill leaves none that is not. */
  private static void create(Path directory, Path file) throws IOException {
    Path unfinished = directory.resolve(NAME + ".new");
    Files.deleteIfExists(unfinished);
    builder().fileName(unfinished.toString()).open().close();
    Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
  }

  static MVStore inMemory() {
    MVStore store = builder().open();
    store.setVersionsToKeep(0);
    return store;
  }

  /** Without the background thread and the commits on memory use: only checkpoints commit. */
  private static MVStore.Builder builder() {
    return new MVStore.Builder().autoCommitDisabled().autoCommitBufferSize(0);
  }
}
