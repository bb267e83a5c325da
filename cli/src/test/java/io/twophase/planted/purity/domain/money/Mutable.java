package io.twophase.planted.purity.domain.money;

/** A value that changes. */
final class Mutable {

  private int amount;

  int next() {
    return ++amount;
  }
}
