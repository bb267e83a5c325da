package io.twophase.spring;

import io.twophase.TwoPhase;
import io.twophase.ports.Store;
import io.twophase.ports.StoreException;
import java.time.Duration;

/** The version of Twophase and the name of its store, for the log and for health. */
public final class About {

  /** A server that does not answer holds no start up for longer. */
  private static final Duration ASKED_FOR = Duration.ofSeconds(2);

  private About() {}

  /** The software's name and version; a build that is not packaged has none. */
  public static String version() {
    String version = TwoPhase.class.getPackage().getImplementationVersion();
    return "Twophase " + (version == null ? "(not packaged)" : version);
  }

  /** The store in one line, or why that is not known. */
  static String store(Store store) {
    try {
      return store.callLimit().within(ASKED_FOR, store::describe);
    } catch (StoreException unknown) {
      return "a store that does not answer: " + unknown.getMessage();
    }
  }
}
