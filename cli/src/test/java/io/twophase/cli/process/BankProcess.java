package io.twophase.cli.process;

import io.twophase.TwoPhase;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.ports.StoreException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

/**
 * A process of two threads, each of which asks for its functions on a {@link FunctionBank} until
 * each has happened. Started again, it asks for all of them again.
 */
final class BankProcess {

  static final int THREADS = 2;

  private BankProcess() {}

  /**
   * Runs the process.
   *
   * @param arguments the store, the process's name, the bank's seed, the number of functions of a
   *     thread
   */
  public static void main(String[] arguments) throws Exception {
    Gate.run(() -> run(arguments));
  }

  private static int run(String[] arguments) throws Exception {
    FunctionBank bank = new FunctionBank(Long.parseLong(arguments[2]));
    int functions = Integer.parseInt(arguments[3]);
    try (MongoStore store = MongoStore.open(arguments[0], MongoStoreSettings.defaults());
        TwoPhase twophase = TwoPhase.over(store).build()) {
      Gate.pass(twophase);
      ExecutorService threads = Executors.newFixedThreadPool(THREADS);
      List<Callable<Integer>> asking =
          IntStream.range(0, THREADS)
              .mapToObj(thread -> arguments[1] + "-" + thread)
              .<Callable<Integer>>map(name -> () -> ask(bank, twophase, name, functions))
              .toList();
      int asked = 0;
      for (Future<Integer> thread : threads.invokeAll(asking)) {
        asked += thread.get();
      }
      threads.shutdown();
      System.out.println(asked + " calls, " + twophase.counters().conflicts() + " conflicts");
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
