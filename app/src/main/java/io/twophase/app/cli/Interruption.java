package io.twophase.app.cli;

import java.util.concurrent.CountDownLatch;

/** How a command that runs for ever ends in good order, when the process is told to end. */
final class Interruption {

  private Interruption() {}

  /** Runs {@code close} when the process is told to end, and counts {@code stopped} down. */
  static void onTermination(Runnable close, CountDownLatch stopped) {
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  close.run();
                  stopped.countDown();
                },
                "twophase-termination"));
  }

  /** Waits until the process is told to end. */
  static void await(CountDownLatch stopped) {
    try {
      stopped.await();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
