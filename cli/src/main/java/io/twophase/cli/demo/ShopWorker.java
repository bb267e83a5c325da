package io.twophase.cli.demo;

import io.twophase.RecoveryDaemon;
import io.twophase.TwoPhase;
import io.twophase.TwoPhaseListener;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.app.recovery.RecoveryRequest;
import io.twophase.domain.Epoch;
import io.twophase.domain.TransactionId;
import io.twophase.ports.StoreException;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;

/**
 * A process that pays orders. It reads the URI of its store from the first line of its input, and
 * an order's id from each other line; each line of its output is a {@link Word} and an id. It ends
 * at once when its input ends, and so with the process that started it.
 */
final class ShopWorker {

  /** Other processes know after five beats that a process is dead. */
  static final Duration HEARTBEAT = Duration.ofMillis(100);

  private static final int THREADS = 8;
  private static final Duration RECOVERY_EVERY = Duration.ofMillis(250);

  /** Longer than the demonstration: a living worker keeps its transactions. */
  private static final Duration STUCK_AFTER = Duration.ofHours(1);

  private static final Duration PAUSE = Duration.ofMillis(100);
  private static final FileOutputStream OUT = new FileOutputStream(FileDescriptor.out);

  private final TwoPhase twophase;

  /** The word that begins a line of output. */
  enum Word {
    /** The order is paid. */
    PAID,
    /** The order is refused. */
    REFUSED,
    /** The process took over a transaction of another. */
    TOOK_OVER,
    /** The process cannot work; the rest of the line says why. */
    FAILED
  }

  private ShopWorker(MongoStore store, String name) {
    this.twophase =
        TwoPhase.over(store)
            .settings(TwoPhase.settings(name).withHeartbeat(HEARTBEAT))
            .listener(
                new TwoPhaseListener() {
                  @Override
                  public void tookOver(TransactionId id, Epoch epoch) {
                    say(Word.TOOK_OVER, id.value());
                  }
                })
            .build();
  }

  /**
   * Runs the process.
   *
   * @param arguments the process's name
   */
  public static void main(String[] arguments) throws IOException {
    try (BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      // the process that gives the URI has tried the server, and whether it is safe
      MongoStoreSettings tried =
          MongoStoreSettings.defaults().withProbe(false).withUnsafeAllowed(true);
      new ShopWorker(MongoStore.open(in.readLine(), tried), arguments[0]).work(in);
    } catch (StoreException fault) {
      say(Word.FAILED, String.valueOf(fault.getMessage()));
    }
    Runtime.getRuntime().halt(0);
  }

  private void work(BufferedReader in) throws IOException {
    var unused =
        RecoveryDaemon.start(
            twophase.recovery(),
            RecoveryRequest.olderThan(STUCK_AFTER),
            RECOVERY_EVERY,
            RecoveryDaemon.Listener.LOGGED);
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    for (String id = in.readLine(); id != null; id = in.readLine()) {
      String order = id;
      threads.execute(() -> pay(order));
    }
  }

  /** Asks until there is an answer: asking again under one id pays no order twice. */
  private void pay(String order) {
    Optional<Word> answer = ask(order);
    while (answer.isEmpty()) {
      LockSupport.parkNanos(PAUSE.toNanos());
      answer = ask(order);
    }
    say(answer.get(), order);
  }

  private Optional<Word> ask(String order) {
    try {
      return BusyShop.pay(twophase, order)
          .fold(
              applied -> Optional.of(Word.PAID),
              declined -> Optional.of(Word.REFUSED),
              refused -> Optional.of(Word.REFUSED),
              contended -> Optional.empty(),
              unknown -> Optional.empty(),
              notAsked -> Optional.empty());
    } catch (StoreException unreachable) {
      return Optional.empty();
    }
  }

  /** Writes a line whole, in one call of the system: a kill leaves no part of it. */
  private static void say(Word word, String what) {
    try {
      OUT.write((word + " " + what + "\n").getBytes(StandardCharsets.UTF_8));
    } catch (IOException unheard) {
      Runtime.getRuntime().halt(1);
    }
  }
}
