package io.twophase.test.contract;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Several threads that start as one. */
public final class Race {

  private static final int SECONDS = 120;

  private static final int RUNNERS = 8;

  private Race() {}

  /**
   * Has up to eight threads make the steps between the bars, each in turn, and counts how many are
   * answered what. A step may go on behind a {@code then}, with an answer that is told alone.
   */
  public static String of(String steps, Function<String, String> step) {
    List<String> all = List.of(steps.split(" \\| ", -1));
    int runners = Math.min(RUNNERS, all.size());
    Map<String, Integer> answers = new TreeMap<>();
    of(
            runners,
            runner ->
                IntStream.iterate(runner, at -> at < all.size(), at -> at + runners)
                    .mapToObj(at -> answered(all.get(at), step))
                    .toList())
        .forEach(told -> told.forEach(answer -> answers.merge(answer, 1, Integer::sum)));
    return answers.entrySet().stream()
        .map(each -> each.getValue() + " " + each.getKey())
        .collect(joining(", "));
  }

  private static String answered(String words, Function<String, String> step) {
    return Stream.of(words.split(" then ", -1)).map(step).reduce("", (before, last) -> last);
  }

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
