package io.twophase.cli.process;

import io.twophase.TwoPhase;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.app.transfer.TransactionRequest;
import io.twophase.domain.Money;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.example.SpendLimits;
import io.twophase.ports.StoreException;
import java.time.Duration;
import java.util.Currency;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/**
 * A process of agents that spend at once within one session, agent, team and day. A process that is
 * killed knows nothing of its calls: started again, it makes others.
 */
final class SpendingProcess {

  static final Money MOST = new Money(100, Currency.getInstance("USD"));
  static final Duration LONGEST = Duration.ofSeconds(3);

  private static final int THREADS = 8;
  private static final int LONGEST_ANSWER_MILLIS = 100;

  private SpendingProcess() {}

  /**
   * Runs the process.
   *
   * @param arguments the store, the seed, the number of calls of a thread, the budgets
   */
  public static void main(String[] arguments) throws Exception {
    Gate.run(() -> run(arguments));
  }

  private static long run(String[] arguments) throws InterruptedException {
    long life = ProcessHandle.current().pid();
    List<String> budgets = List.of(arguments).subList(3, arguments.length);
    try (MongoStore store = MongoStore.open(arguments[0], MongoStoreSettings.defaults());
        TwoPhase twophase = TwoPhase.over(store).build()) {
      // one agent has no answer from its model for as long as the process lives
      TransactionRequest silent = SpendLimits.holding("silent-" + life, budgets, MOST);
      twophase.authorizations().authorize(silent, new AuthorizationTerms(LONGEST));
      Gate.pass(twophase);
      List<Thread> agents =
          IntStream.range(0, THREADS)
              .mapToObj(
                  at -> {
                    Random random = new Random(Long.parseLong(arguments[1]) + at);
                    return new Thread(
                        () -> {
                          for (int call = 0; call < Integer.parseInt(arguments[2]); call++) {
                            String id = "call-" + life + "-" + at + "-" + call;
                            spend(twophase, id, budgets, random);
                          }
                        });
                  })
              .toList();
      agents.forEach(Thread::start);
      for (Thread agent : agents) {
        agent.join();
      }
      twophase.authorizations().voidAuthorization(silent.id(), "no answer");
      return life;
    }
  }

  private static void spend(TwoPhase twophase, String id, List<String> budgets, Random random) {
    long answer = Duration.ofMillis(random.nextInt(LONGEST_ANSWER_MILLIS)).toNanos();
    Money cost = new Money(1 + random.nextInt((int) MOST.minor()), MOST.currency());
    try {
      SpendLimits.spend(
          twophase,
          SpendLimits.holding(id, budgets, MOST),
          LONGEST,
          () -> {
            LockSupport.parkNanos(answer);
            return cost;
          });
    } catch (StoreException unknown) {
      // what is held of it expires
    }
  }
}
