package io.twophase.console.live;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * One part of a store as the console has last read it.
 *
 * @param at when it was read; none if it never was
 * @param read what was there
 * @param fault why it could not be read since then, if it could not
 * @param <T> what there is in it
 */
public record Part<T>(Optional<Instant> at, List<T> read, Optional<String> fault) {

  /** Copies the list. */
  public Part {
    read = List.copyOf(read);
  }

  /** Nothing was read. */
  static <T> Part<T> none() {
    return new Part<>(Optional.empty(), List.of(), Optional.empty());
  }

  /** It was read now. */
  static <T> Part<T> of(Instant now, List<T> read) {
    return new Part<>(Optional.of(now), read, Optional.empty());
  }

  /** This part: since then it could not be read. */
  Part<T> withFault(String why) {
    return new Part<>(at, read, Optional.of(why));
  }
}
