package io.twophase.app.network.storm;

import io.twophase.adapter.mongo.network.Route;
import io.twophase.adapter.mongo.network.Upstream;
import io.twophase.adapter.mongo.network.WireCommand;
import io.twophase.adapter.mongo.network.WireMessage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/**
 * A network of random {@link Fault}s in what the protocol reads and writes, until it heals. It
 * repeats only what the protocol says may be repeated.
 */
public final class BadNetwork implements Route, AutoCloseable {

  /** What a bad network does to a request. */
  enum Fault {
    /** It arrives, and its answer too, a little later. */
    DELAY(4),
    /** Its answer takes longer than anybody waits. */
    TIME_OUT(1),
    /** The connection is cut, and the server never hears of it. */
    CUT_BEFORE(2),
    /** The server has done it when the connection is cut. */
    CUT_AFTER(2),
    /** The connection is cut, and it arrives all the same, by when nobody waits any more. */
    LATE(2),
    /** It arrives twice, at once. */
    REPEAT(7),
    /** It arrives, is answered, and arrives again when all may be over. */
    REPEAT_LATE(7);

    private final int percent;

    Fault(int percent) {
      this.percent = percent;
    }

    /** How many of a hundred requests it strikes. */
    int percent() {
      return percent;
    }

    /** Whether the server gets the request more often than it was sent. */
    boolean isRepeat() {
      return this == REPEAT || this == REPEAT_LATE;
    }
  }

  private static final int LONGEST_DELAY_MILLIS = 20;
  private static final int LONGEST_LATENESS_MILLIS = 2_500;
  private static final int PERCENT = 100;

  private final Random random;
  private final int timeOutMillis;
  private final Map<Fault, LongAdder> counts = new EnumMap<>(Fault.class);
  private final List<Integer> deck = new ArrayList<>();
  private final AtomicInteger onTheWay = new AtomicInteger();
  private final ScheduledExecutorService mail = Executors.newScheduledThreadPool(2);
  private volatile boolean bad;

  /**
   * Sound, to begin with.
   *
   * @param timeOutMillis how long its clients wait for an answer
   */
  public BadNetwork(Random random, int timeOutMillis) {
    this.random = random;
    this.timeOutMillis = timeOutMillis;
    for (Fault fault : Fault.values()) {
      counts.put(fault, new LongAdder());
    }
  }

  /** From now on there are faults. */
  public void worsen() {
    bad = true;
  }

  /** No more faults; returns when all that was on its way has arrived. */
  public void heal() {
    bad = false;
    while (onTheWay.get() > 0) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(LONGEST_DELAY_MILLIS));
    }
  }

  /** How often each fault has struck. */
  Map<Fault, Long> counts() {
    Map<Fault, Long> sums = new EnumMap<>(Fault.class);
    counts.forEach((fault, count) -> sums.put(fault, count.sum()));
    return sums;
  }

  /** How often something has struck. */
  public long strikes() {
    return counts.values().stream().mapToLong(LongAdder::sum).sum();
  }

  @Override
  public String toString() {
    return "the network: " + counts();
  }

  @Override
  public Optional<WireMessage> carry(WireMessage request, Upstream server) throws IOException {
    WireCommand command = WireCommand.of(request);
    if (!bad || !(command.isWrite() || command.isRead())) {
      return Optional.of(server.ask(request));
    }
    // also what nothing strikes: it may arrive when its client waits no more for a slow server
    onTheWay.incrementAndGet();
    try {
      Optional<Fault> fault = fault(command);
      if (fault.isEmpty()) {
        return Optional.of(server.ask(request));
      }
      counts.get(fault.get()).increment();
      return struck(fault.get(), request, server);
    } finally {
      onTheWay.decrementAndGet();
    }
  }

  private Optional<Fault> fault(WireCommand command) {
    int drawn = drawn();
    for (Fault fault : Fault.values()) {
      drawn -= fault.percent();
      if (drawn < 0) {
        boolean fits = !fault.isRepeat() || command.mayBeRepeated();
        return Optional.of(fault).filter(any -> fits);
      }
    }
    return Optional.empty();
  }

  private Optional<WireMessage> struck(Fault fault, WireMessage request, Upstream server)
      throws IOException {
    switch (fault) {
      case DELAY -> sleep(within(LONGEST_DELAY_MILLIS));
      case TIME_OUT -> sleep(timeOutMillis + within(timeOutMillis));
      case CUT_BEFORE -> {
        return Optional.empty();
      }
      case CUT_AFTER -> {
        server.ask(request);
        return Optional.empty();
      }
      case LATE -> {
        deliverLater(request, server);
        return Optional.empty();
      }
      case REPEAT -> {
        WireMessage first = server.ask(request);
        server.ask(request);
        return Optional.of(first);
      }
      case REPEAT_LATE -> deliverLater(request, server);
    }
    return Optional.of(server.ask(request));
  }

  private void deliverLater(WireMessage request, Upstream server) {
    onTheWay.incrementAndGet();
    Future<?> unused =
        mail.schedule(
            () -> {
              try {
                return server.askApart(request);
              } finally {
                onTheWay.decrementAndGet();
              }
            },
            lateness(),
            TimeUnit.MILLISECONDS);
  }

  /** As often some milliseconds as some seconds: while its transfer is at work, and long after. */
  private long lateness() {
    synchronized (random) {
      return (long) Math.pow(LONGEST_LATENESS_MILLIS, random.nextDouble());
    }
  }

  /** Each number once in a hundred, so that a kind that is rare strikes for certain. */
  private int drawn() {
    synchronized (random) {
      if (deck.isEmpty()) {
        IntStream.range(0, PERCENT).forEach(deck::add);
        Collections.shuffle(deck, random);
      }
      return deck.remove(deck.size() - 1);
    }
  }

  private int within(int bound) {
    synchronized (random) {
      return random.nextInt(bound);
    }
  }

  private static void sleep(int millis) {
    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
  }

  @Override
  public void close() {
    mail.shutdownNow();
  }
}
