package io.twophase.spring.actuate;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A transaction, or a batch of them, that nobody has brought to its end for a while.
 *
 * @param id its id; a batch's begins with {@code batch:}
 * @param state the state that it is stuck in; null if its record cannot be read
 * @param application the application that worked on it last; null if none is named
 * @param unchangedFor how long it has not changed, by the store's clock; null if its record cannot
 *     be read
 * @param fault why its record cannot be read; null if it can
 */
public record StuckTransaction(
    String id,
    @Nullable String state,
    @Nullable String application,
    @Nullable Duration unchangedFor,
    @Nullable String fault) {

  static StuckTransaction unreadable(String id, String fault) {
    return new StuckTransaction(id, null, null, null, fault);
  }
}
