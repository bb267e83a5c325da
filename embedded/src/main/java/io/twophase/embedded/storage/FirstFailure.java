package io.twophase.embedded.storage;

import io.twophase.embedded.failure.EmbeddedStoreException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * The first write of an open store that failed. It is final: what of it will be there at the next
 * opening is not known, so nothing more is read or written before that.
 */
final class FirstFailure {

  private final Path directory;
  private final CompletableFuture<EmbeddedStoreException> failure = new CompletableFuture<>();

  /**
   * @param directory the store's, for messages
   */
  FirstFailure(Path directory) {
    this.directory = directory;
  }

  /** The failure, if a write has failed. */
  Optional<EmbeddedStoreException> get() {
    return Optional.ofNullable(failure.getNow(null));
  }

  /** Whether a write has failed. */
  boolean hasHappened() {
    return failure.isDone();
  }

  /**
   * Throws the failure, if a write has failed.
   *
   * @throws EmbeddedStoreException the failure
   */
  void refuse() {
    if (failure.isDone()) {
      throw failure.join();
    }
  }

  /** Calls back when a write has failed, on the thread that was writing; at most once. */
  void whenHappened(Consumer<EmbeddedStoreException> listener) {
    var unused = failure.thenAccept(listener);
  }

  /** Notes that a write has failed, unless one has before. */
  void note(EmbeddedStoreException fault) {
    failure.complete(fault);
  }

  /** Runs a write, and notes and throws what it throws. */
  void guard(Runnable write) {
    try {
      write.run();
    } catch (EmbeddedStoreException e) {
      note(e);
      throw e;
    } catch (RuntimeException | Error e) {
      note(
          new EmbeddedStoreException(
              "the embedded store " + directory + " could not be written: " + e, e));
      throw e;
    }
  }
}
