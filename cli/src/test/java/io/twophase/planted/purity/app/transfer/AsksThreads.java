package io.twophase.planted.purity.app.transfer;

/** Only the engine asks this. */
final class AsksThreads {

  boolean isInterrupted() {
    return Thread.currentThread().isInterrupted();
  }
}
