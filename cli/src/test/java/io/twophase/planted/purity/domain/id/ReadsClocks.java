package io.twophase.planted.purity.domain.id;

import java.time.Instant;

/** The domain is told the time. */
final class ReadsClocks {

  Instant instant() {
    return Instant.now();
  }

  long nanos() {
    return System.nanoTime();
  }
}
