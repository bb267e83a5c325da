package io.twophase.cli.process;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import io.twophase.TwoPhase;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.ports.StoreException;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

/**
 * A process of threads, each of which asks for its functions on a {@link FunctionBank} until each
 * has happened. Started again, it asks for all of them again.
 */
final class BankProcess {

  private BankProcess() {}

  /**
   * Runs the process.
   *
   * @param arguments the store, the process's name, the bank's seed, and the numbers of its
   *     documents, of the process's threads, and of the functions of a thread
   */
  public static void main(String[] arguments) throws Exception {
    Gate.run(() -> run(arguments));
  }

  private static int run(String[] arguments) throws Exception {
    FunctionBank bank =
        new FunctionBank(Long.parseLong(arguments[2]), Integer.parseInt(arguments[3]));
    int count = Integer.parseInt(arguments[4]);
    int functions = Integer.parseInt(arguments[5]);
    try (MongoStore store = MongoStore.open(arguments[0], MongoStoreSettings.defaults());
        TwoPhase twophase = TwoPhase.over(store).build()) {
      Gate.pass(twophase);
      ExecutorService threads = Executors.newFixedThreadPool(count);
      List<Callable<Integer>> asking =
          IntStream.range(0, count)
              .mapToObj(thread -> arguments[1] + "-" + thread)
              .<Callable<Integer>>map(name -> () -> ask(bank, twophase, name, functions))
              .toList();
      int asked = 0;
      for (Future<Integer> thread : threads.invokeAll(asking)) {
        asked += thread.get();
      }
      threads.shutdown();
      System.out.printf(
          "%d calls, %d conflicts, functions by their runs %s%n",
          asked,
          twophase.counters().conflicts(),
          bank.runs().values().stream()
              .collect(groupingBy(runs -> runs, TreeMap::new, counting())));
      return asked;
    }
  }

  private static int ask(FunctionBank bank, TwoPhase twophase, String name, int functions) {
    int asked = 0;
    for (int at = 0; at < functions; at++) {
      boolean isApplied = false;
      while (!isApplied) {
        asked++;
        isApplied = isApplied(bank, twophase, name + "-" + at);
      }
    }
    return asked;
  }

  /** Answers false if the function is to be asked for again: no answer here is a refusal. */
  private static boolean isApplied(FunctionBank bank, TwoPhase twophase, String id) {
    try {
      return bank.move(twophase.functions(), id).isApplied();
    } catch (StoreException notSent) {
      return false;
    }
  }
}
