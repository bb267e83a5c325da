package io.twophase.console.page;

import io.twophase.console.http.Request;

/** Answers the requests of one route. Thread-safe. */
@FunctionalInterface
public interface Screen {

  /**
   * The answer to a request.
   *
   * @throws io.twophase.console.http.BadRequestException if a parameter is wrong
   * @throws io.twophase.ports.StoreException if the store does not answer
   */
  Answer answer(Request request);

  /** Ends what the screen does by itself, if it does anything. Idempotent. */
  default void close() {}
}
