package io.twophase.cli.demo;

import io.twophase.cli.demo.ShopWorker.Word;
import java.io.IOException;
import java.io.Writer;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** The processes of {@link ShopWorker} that follow one another in one place. */
final class WorkerProcess {

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
