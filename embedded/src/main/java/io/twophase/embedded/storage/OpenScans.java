package io.twophase.embedded.storage;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The scans of a command that it has not walked to their end. */
final class OpenScans {

  /** So many may be open before those that have ended are taken out. */
  private static final int TIDY_AT = 64;

  /** Of the command that a thread runs, whichever store it is for. */
  private static final ThreadLocal<@Nullable List<Scan>> OPEN = new ThreadLocal<>();

  void add(Scan scan) {
    List<Scan> mine = OPEN.get();
    if (mine != null) {
      if (mine.size() >= TIDY_AT) {
        mine.removeIf(Scan::isClosed);
      }
      mine.add(scan);
    }
  }

  /** Those of a command within a command are closed with the outer one. */
  <T> T during(Supplier<T> command) {
    return OPEN.get() != null ? command.get() : closing(command);
  }

  /** Closes the scans that are begun from here on, and leaves those of a command around it. */
  <T> T closing(Supplier<T> part) {
    List<Scan> around = OPEN.get();
    List<Scan> mine = new ArrayList<>();
    OPEN.set(mine);
    try {
      return part.get();
    } finally {
      if (around == null) {
        OPEN.remove();
      } else {
        OPEN.set(around);
      }
      mine.forEach(Scan::close);
    }
  }
}
