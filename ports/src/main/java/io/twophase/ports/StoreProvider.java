package io.twophase.ports;

import java.util.Objects;

/**
 * Opens stores by their URIs. An adapter that has one names it in {@code META-INF/services}, so a
 * host opens its store without naming the adapter's classes.
 */
public interface StoreProvider {

  /**
   * Returns whether this provider opens stores of the URI's scheme, in letters of any case. It only
   * looks at the text; {@link #openStore} says what is wrong with the rest.
   */
  boolean opens(String uri);

  /**
   * Opens the store of a URI.
   *
   * @throws IllegalArgumentException if the URI is wrong, or asks for less than the protocol needs;
   *     the message says how
   * @throws StoreUnavailableException if the store cannot be reached
   * @throws StoreException if the store does not accept the login, does not pass the probe, or
   *     cannot be opened for another reason
   */
  Opened openStore(String uri);

  /**
   * A store that is open.
   *
   * @param closing ends it
   */
  record Opened(Store store, AutoCloseable closing) {

    /** Neither may be missing. */
    public Opened {
      Objects.requireNonNull(store, "store");
      Objects.requireNonNull(closing, "closing");
    }
  }
}
