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
import java.io.Writer;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

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

  /** The processes of {@link ShopWorker} that follow one another in one place. */
  static final class WorkerProcess {

    private static final String ARCHIVE = "-XX:SharedArchiveFile=";

    /** The options of a process that lives for seconds, and prints nothing but its answers. */
    private static final List<String> OPTIONS =
        List.of(
            "-Xmx128m",
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-Xlog:disable",
            "-Dslf4j.provider=org.slf4j.helpers.NOP_FallbackServiceProvider",
            "-Dslf4j.internal.verbosity=ERROR");

    private final List<String> command;
    private final String uri;
    private final Answers answers;
    private final Set<String> unanswered = Collections.synchronizedSet(new LinkedHashSet<>());
    private Process process;
    private Thread listener;
    private volatile boolean isAtWork;
    private volatile String failure = "";

    /** The answers that all workers have acknowledged. */
    record Answers(Set<String> paid, Set<String> refused, AtomicInteger tookOver) {

      Answers() {
        this(ConcurrentHashMap.newKeySet(), ConcurrentHashMap.newKeySet(), new AtomicInteger());
      }
    }

    /**
     * Starts the first process.
     *
     * @param uri names its store; other users of this machine cannot read it
     */
    WorkerProcess(String name, String uri, Answers answers) throws IOException {
      this.command =
          Stream.of(
                  Stream.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()),
                  // the archive of quick starts, if this process has one
                  Stream.of(ProcessHandle.current().info().arguments().orElse(new String[0]))
                      .filter(argument -> argument.startsWith(ARCHIVE)),
                  OPTIONS.stream(),
                  Stream.of("-cp", System.getProperty("java.class.path")),
                  Stream.of(ShopWorker.class.getName(), name))
              .flatMap(each -> each)
              .toList();
      this.uri = uri;
      this.answers = answers;
      this.process = launch();
      this.listener = listenTo(process);
    }

    private Process launch() throws IOException {
      return new ProcessBuilder(command).redirectError(Redirect.DISCARD).start();
    }

    private Thread listenTo(Process started) {
      Thread thread =
          new Thread(
              () -> started.inputReader(StandardCharsets.UTF_8).lines().forEach(this::hear),
              "twophase-demo-worker");
      thread.setDaemon(true);
      thread.start();
      send(List.of(uri));
      return thread;
    }

    private void hear(String line) {
      String[] words = line.split(" ", 2);
      switch (Word.valueOf(words[0])) {
        case PAID -> answered(answers.paid(), words[1]);
        case REFUSED -> answered(answers.refused(), words[1]);
        case TOOK_OVER -> answers.tookOver().incrementAndGet();
        case FAILED -> failure = words[1];
      }
    }

    private void answered(Set<String> all, String order) {
      all.add(order);
      unanswered.remove(order);
      isAtWork = true;
    }

    /** Gives the process orders to pay. */
    void give(Collection<String> orders) {
      unanswered.addAll(orders);
      send(orders);
    }

    private void send(Collection<String> lines) {
      Writer input = process.outputWriter(StandardCharsets.UTF_8);
      try {
        for (String line : lines) {
          input.write(line + "\n");
        }
        input.flush();
      } catch (IOException ended) {
        // the next process gets them
      }
    }

    /** Returns whether the process has answered an order. */
    boolean isAtWork() {
      return isAtWork;
    }

    /** Returns whether the process has ended. */
    boolean hasEnded() {
      return !listener.isAlive();
    }

    /** Why the process could not work; empty if it did not say so. */
    String failure() {
      return failure;
    }

    /** Starts a process in the place of one that has ended, with the orders that are unanswered. */
    void restart() throws IOException {
      isAtWork = false;
      process = launch();
      listener = listenTo(process);
      // the last come first: the first are perhaps begun, and wait until they are taken over
      List<String> orders = new ArrayList<>(unanswered);
      Collections.reverse(orders);
      send(orders);
    }

    /** Kills the process (SIGKILL), and reads what it has written until then. */
    void kill() {
      // unlike the process, its handle leaves the output open
      process.toHandle().destroyForcibly();
      process.onExit().join();
      try {
        listener.join();
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
