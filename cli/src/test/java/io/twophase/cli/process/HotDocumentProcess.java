package io.twophase.cli.process;

import static io.twophase.TwoPhase.document;

import io.twophase.TwoPhase;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.app.function.DocumentSnapshot;
import io.twophase.app.function.FunctionOutcome;
import io.twophase.domain.document.DocumentRef;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A process of threads whose functions all read one document, and add to what they have read. */
final class HotDocumentProcess {

  static final DocumentRef HOT = document("hot", "counter");

  private final TwoPhase twophase;
  private final String name;
  private final ConcurrentSkipListMap<Integer, Integer> attempts = new ConcurrentSkipListMap<>();
  private final AtomicInteger applied = new AtomicInteger();
  private final AtomicInteger contended = new AtomicInteger();

  private HotDocumentProcess(TwoPhase twophase, String name) {
    this.twophase = twophase;
    this.name = name;
  }

  /**
   * Runs the process.
   *
   * @param arguments the store, the process's name, the number of threads, and for how many seconds
   */
  public static void main(String[] arguments) throws InterruptedException {
    try (MongoStore store = MongoStore.open(arguments[0], MongoStoreSettings.defaults());
        TwoPhase twophase = TwoPhase.over(store).build()) {
      Gate.pass(twophase);
      HotDocumentProcess process = new HotDocumentProcess(twophase, arguments[1]);
      long end = System.nanoTime() + Duration.ofSeconds(Long.parseLong(arguments[3])).toNanos();
      List<Thread> threads = new ArrayList<>();
      IntStream.range(0, Integer.parseInt(arguments[2]))
          .forEach(at -> threads.add(new Thread(() -> process.add(at, end))));
      threads.forEach(Thread::start);
      for (Thread thread : threads) {
        thread.join();
      }
      System.out.printf(
          "applied %d, contended %d, of attempts %s%n",
          process.applied.get(), process.contended.get(), process.attempts);
    }
  }

  private void add(int thread, long end) {
    for (int at = 0; System.nanoTime() < end; at++) {
      String id = name + "-" + thread + "-" + at;
      FunctionOutcome<?> outcome = add(id);
      while (outcome instanceof FunctionOutcome.Contended<?>) {
        contended.incrementAndGet();
        outcome = add(id);
      }
      outcome.orElseThrow();
      applied.incrementAndGet();
    }
  }

  private FunctionOutcome<?> add(String id) {
    AtomicInteger runs = new AtomicInteger();
    FunctionOutcome<?> outcome =
        twophase.<@Nullable Void>transact(
            id,
            tx -> {
              runs.incrementAndGet();
              DocumentSnapshot counter = tx.get(HOT).orElseThrow();
              tx.put(counter.with("n", counter.number("n") + 1));
              return null;
            });
    attempts.merge(runs.get(), 1, Integer::sum);
    return outcome;
  }
}
