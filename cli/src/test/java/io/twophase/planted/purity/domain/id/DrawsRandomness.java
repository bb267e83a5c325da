package io.twophase.planted.purity.domain.id;

import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;

/** The domain is told its ids. */
final class DrawsRandomness {

  UUID uuid() {
    return UUID.randomUUID();
  }

  double fraction() {
    return Math.random();
  }

  Random generator() {
    return new Random();
  }

  void shuffle(List<String> ids) {
    Collections.shuffle(ids);
  }
}
