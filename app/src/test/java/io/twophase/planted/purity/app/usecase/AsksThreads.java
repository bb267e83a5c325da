package io.twophase.planted.purity.app.usecase;

/** Only the engine asks this. */
final class AsksThreads {

  boolean isInterrupted() {
    return Thread.currentThread().isInterrupted();
  }
}
