package io.twophase.planted.purity.domain.id;

import java.time.Instant;

/** The domain is told the time. */
final class ReadsClocks {

  Instant instant() {
    return Instant.now();
  }

  long millis() {
    return System.currentTimeMillis();
  }

  long nanos() {
    return System.nanoTime();
  }
}
