package io.twophase.console.live;

import io.vavr.control.Option;
import java.time.Instant;
import java.util.List;

/**
 * One part of a store as the console has last read it.
 *
 * @param at when it was read; none if it never was
 * @param read what was there
 * @param fault why it could not be read since then, if it could not
 * @param <T> what there is in it
 */
public record Part<T>(Option<Instant> at, List<T> read, Option<String> fault) {

  /** Copies the list. */
  public Part {
    read = List.copyOf(read);
  }

  /** Nothing was read. */
  static <T> Part<T> none() {
    return new Part<>(Option.none(), List.of(), Option.none());
  }

  /** It was read now. */
  static <T> Part<T> of(Instant now, List<T> read) {
    return new Part<>(Option.some(now), read, Option.none());
  }

  /** This part: since then it could not be read. */
  Part<T> withFault(String why) {
    return new Part<>(at, read, Option.some(why));
  }
}
