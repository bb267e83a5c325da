package io.twophase.cli.demo;

import io.twophase.TwoPhase;
import io.twophase.adapter.mongo.StoredDocuments;
import io.twophase.app.recovery.Recovered;
import io.twophase.app.recovery.RecoveryRequest;
import io.twophase.cli.context.CommandContext;
import io.twophase.cli.context.Interruption;
import io.twophase.cli.context.Progress;
import io.twophase.cli.demo.BusyShop.ShopCheck;
import io.twophase.cli.demo.ShopWorker.WorkerProcess;
import io.twophase.cli.demo.ShopWorker.WorkerProcess.Answers;
import io.twophase.cli.text.CommandFailure;
import io.twophase.cli.text.ExitCode;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;

/**
 * A {@link BusyShop} whose orders are paid by three processes. Each second one of the three is
 * killed, if another one is at work, and a new one takes its place.
 */
final class BusyDemo implements AutoCloseable {

  private static final int WORKERS = 3;
  private static final Duration TICK = Duration.ofMillis(50);
  private static final int TICKS_A_SECOND = 20;
  private static final int TICKS_BETWEEN_ORDERS = 5;
  private static final int ORDERS_AT_ONCE = 20;

  /** While so many orders have no answer, customers place none. */
  private static final int MOST_OPEN = 100;

  /** The time that the workers may take before each of them has answered an order. */
  private static final int FIRST_TICKS = 120 * TICKS_A_SECOND;

  /** The time that the workers may take in the end for the orders that have no answer. */
  private static final int LAST_TICKS = 60 * TICKS_A_SECOND;

  /** Recovery makes no more passes, though it has found something in each. */
  private static final int MOST_PASSES = 20;

  private final CommandContext context;
  private final Interruption interruption;
  private final TwoPhase twophase;
  private final String uri;
  private final Random random;
  private final Answers answers = new Answers();
  private final List<WorkerProcess> workers = new ArrayList<>();
  private final long begun = System.nanoTime();
  private int orders;
  private int kills;

  /**
   * The result of a demonstration.
   *
   * @param counts by their names
   * @param findings {@link ShopCheck.Found#findings}
   */
  record Result(Map<String, Integer> counts, List<String> findings) {}

  /**
   * Opens a shop.
   *
   * @param twophase over the database at {@code uri}, which is empty
   * @param seed draws the orders and who is killed
   */
  BusyDemo(
      CommandContext context, Interruption interruption, TwoPhase twophase, String uri, long seed) {
    this.context = context;
    this.interruption = interruption;
    this.twophase = twophase;
    this.uri = uri;
    this.random = new Random(seed);
    BusyShop.open(twophase);
  }

  /** Works for so long, or until it is interrupted; then lets recovery finish, and checks. */
  Result run(Duration time) throws IOException {
    for (int at = 1; at <= WORKERS; at++) {
      workers.add(new WorkerProcess("worker-" + at, uri, answers));
    }
    workers.forEach(worker -> place());
    long tick = 0;
    while (atWork().size() < WORKERS && tick < FIRST_TICKS && goesOn(tick)) {
      tick++;
    }
    long end = tick + time.dividedBy(TICK);
    long nextKill = tick;
    for (; tick < end && goesOn(tick); tick++) {
      if (tick % TICKS_BETWEEN_ORDERS == 0 && open() < MOST_OPEN) {
        place();
      }
      if (tick >= nextKill && atWork().size() > 1) {
        kill();
        long second = 1 + tick / TICKS_A_SECOND;
        nextKill = second * TICKS_A_SECOND + random.nextInt(TICKS_A_SECOND);
      }
    }
    while (open() > 0 && tick < end + LAST_TICKS && goesOn(tick)) {
      tick++;
    }
    close();
    int recovered = recover();
    try (StoredDocuments documents = StoredDocuments.open(uri)) {
      ShopCheck.Found check = ShopCheck.of(twophase, documents, answers);
      Map<String, Integer> counts = counts();
      counts.put("paid", check.paid());
      counts.put("unpaid", orders - check.paid() - answers.refused().size());
      counts.put("recovered", recovered);
      counts.put("lost", check.lost());
      counts.put("doubled", check.doubled());
      return new Result(counts, check.findings());
    }
  }

  /** The counts that grow; an order is paid if a worker has acknowledged it. */
  private Map<String, Integer> counts() {
    Map<String, Integer> counts = new LinkedHashMap<>();
    counts.put("orders", orders);
    counts.put("paid", answers.paid().size());
    counts.put("refused", answers.refused().size());
    counts.put("kills", kills);
    counts.put("takeovers", answers.tookOver().get());
    return counts;
  }

  /** Counts in one line. */
  static String line(Map<String, Integer> counts) {
    return counts.entrySet().stream()
        .map(count -> String.format(Locale.ROOT, "%s %,d", count.getKey(), count.getValue()))
        .collect(Collectors.joining(" · "));
  }

  private List<WorkerProcess> atWork() {
    return workers.stream().filter(WorkerProcess::isAtWork).toList();
  }

  /** The number of orders without an answer. */
  private int open() {
    return orders - answers.paid().size() - answers.refused().size();
  }

  private void place() {
    List<String> ids = new ArrayList<>();
    for (int at = 0; at < ORDERS_AT_ONCE; at++) {
      orders++;
      ids.add("order-" + orders);
    }
    BusyShop.place(twophase, ids, random);
    workers.get(orders / ORDERS_AT_ONCE % WORKERS).give(ids);
  }

  private void kill() throws IOException {
    List<WorkerProcess> atWork = atWork();
    WorkerProcess victim = atWork.get(random.nextInt(atWork.size()));
    victim.kill();
    kills++;
    victim.restart();
  }

  /**
   * Shows the counts and waits for the end of a tick; answers whether nobody has interrupted.
   *
   * @throws CommandFailure if a worker has ended though nobody has killed it
   */
  private boolean goesOn(long tick) {
    for (WorkerProcess worker : workers) {
      // Ctrl-C ends the workers, too, and perhaps sooner
      if (worker.hasEnded() && !interruption.isAskedWithin(Duration.ofSeconds(1))) {
        throw new CommandFailure(
            ExitCode.STORE_REFUSED, "a process of the demo has ended: " + worker.failure());
      }
    }
    tell(tick);
    long wait = TICK.toNanos() * (tick + 1) - (System.nanoTime() - begun);
    return !interruption.isAskedWithin(Duration.ofNanos(Math.max(0, wait)));
  }

  /** Shows the counts: on a terminal in one line that changes, else in a line each second. */
  private void tell(long tick) {
    boolean isTerminal = Boolean.getBoolean(Progress.TERMINAL);
    if (context.isJson() || tick % (isTerminal ? TICKS_BETWEEN_ORDERS : TICKS_A_SECOND) != 0) {
      return;
    }
    String line = String.format(Locale.ROOT, "%4d s   %s", tick / TICKS_A_SECOND, line(counts()));
    if (isTerminal) {
      context.err().print(line + "\u001b[K\r");
      context.err().flush();
    } else {
      context.tell(line);
    }
  }

  private int recover() {
    List<Recovered> all = new ArrayList<>();
    int before = -1;
    for (int pass = 0; pass < MOST_PASSES && all.size() > before; pass++) {
      before = all.size();
      twophase.recovery().pass(RecoveryRequest.olderThan(Duration.ZERO), all::add);
    }
    twophase.scrub().run(orphan -> {}, leftAlone -> {});
    return all.size();
  }

  /** Kills the workers. */
  @Override
  public void close() {
    workers.forEach(WorkerProcess::kill);
  }
}
