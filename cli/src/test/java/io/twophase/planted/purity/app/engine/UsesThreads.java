package io.twophase.planted.purity.app.engine;

import java.util.List;
import java.util.stream.Stream;

/** The engine runs where it is called, and pauses by its port. */
final class UsesThreads {

  Thread created(Runnable work) {
    return new Thread(work);
  }

  void sleeps() throws InterruptedException {
    Thread.sleep(1);
  }

  Stream<String> parallel(List<String> ids) {
    return ids.parallelStream();
  }

  boolean keepsToTheRules() {
    return Thread.currentThread().isInterrupted();
  }
}
