package io.twophase.test.contract;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntFunction;

/** Several threads that start as one. */
public final class Race {

  private static final int SECONDS = 120;

  private Race() {}

  /**
   * Returns what {@code runners} threads came to, in the order of their numbers, which count from
   * 0.
   */
  public static <T> List<T> of(int runners, IntFunction<T> course) {
    ExecutorService threads = Executors.newFixedThreadPool(runners);
    CountDownLatch start = new CountDownLatch(1);
    try {
      List<Future<T>> running = new ArrayList<>();
      for (int at = 0; at < runners; at++) {
        int runner = at;
        running.add(
            threads.submit(
                () -> {
                  start.await();
                  return course.apply(runner);
                }));
      }
      start.countDown();
      List<T> results = new ArrayList<>();
      for (Future<T> runner : running) {
        results.add(runner.get(SECONDS, TimeUnit.SECONDS));
      }
      return results;
    } catch (InterruptedException | ExecutionException | TimeoutException lost) {
      throw new AssertionError("a runner did not arrive", lost);
    } finally {
      threads.shutdownNow();
    }
  }
}
