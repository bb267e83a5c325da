package io.twophase.app.transfer.queue;

import io.twophase.ports.Accounts;
import io.twophase.ports.ActionRepository;
import io.twophase.ports.CallLimit;
import io.twophase.ports.CarriedBalanceRepository;
import io.twophase.ports.DeadlinePassedException;
import io.twophase.ports.EventRepository;
import io.twophase.ports.EvidenceRepository;
import io.twophase.ports.Holds;
import io.twophase.ports.OwnerRepository;
import io.twophase.ports.Pause;
import io.twophase.ports.Records;
import io.twophase.ports.StoreUnavailableException;
import io.twophase.ports.Ticker;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The deadlines of the threads that call the front door of one process. A thread's deadline is
 * looked at before each call of the store: once it has passed, nothing more is sent, and the call
 * throws {@link DeadlinePassedException}. Before that, the store is told how much time is left.
 * Pauses end at the deadline. Thread-safe.
 */
public final class Deadlines {

  /** The parts of a store: each is a port, too. */
  private static final Set<Class<?>> PORTS =
      Set.of(
          Holds.class,
          Records.class,
          Accounts.class,
          EventRepository.class,
          EvidenceRepository.class,
          CarriedBalanceRepository.class,
          OwnerRepository.class,
          ActionRepository.class);

  /** Nobody waits for longer; a sum with it is no overflow. */
  private static final Duration LONGEST = Duration.ofDays(36_500);

  /**
   * Until when a call may take.
   *
   * @param end by the ticker
   */
  public record Deadline(Duration end) {

    /** No deadline: its end never comes. */
    public static final Deadline NONE = new Deadline(Duration.ofSeconds(Long.MAX_VALUE));

    /** Returns whether there is one. */
    public boolean isSet() {
      return !equals(NONE);
    }

    /** The last of several: none if one of them has none. */
    public static <T> Deadline last(List<T> some, Function<T, Deadline> deadline) {
      // most calls have none: the first one says so
      return some.stream().allMatch(one -> deadline.apply(one).isSet())
          ? some.stream().map(deadline).max(Comparator.comparing(Deadline::end)).orElse(NONE)
          : NONE;
    }
  }

  /** Calls back after a time, for those whose caller's thread does not do the work. Thread-safe. */
  @FunctionalInterface
  public interface Alarm {

    /**
     * Runs {@code task} after about {@code time}, once, on a thread of its own. The task is quick
     * and does not throw.
     *
     * @return ends it: it need not run any more, and may all the same
     */
    Runnable after(Duration time, Runnable task);
  }

  private final Ticker ticker;
  private final CallLimit limit;
  private final Alarm alarm;
  private final ThreadLocal<Deadline> current = ThreadLocal.withInitial(() -> Deadline.NONE);

  /**
   * @param ticker measures the time
   * @param limit keeps the store's calls within it
   * @param alarm ends the waiting of those whose work is done by other threads
   */
  public Deadlines(Ticker ticker, CallLimit limit, Alarm alarm) {
    this.ticker = ticker;
    this.limit = limit;
    this.alarm = alarm;
  }

  /** The deadline of this thread. */
  public Deadline current() {
    return current.get();
  }

  /**
   * Makes calls with a deadline: so much time from now. Within another one, the earlier counts.
   *
   * @throws IllegalArgumentException if the time is below zero
   */
  public <T> T within(Duration time, Supplier<T> calls) {
    if (time.isNegative()) {
      throw new IllegalArgumentException("no call ends " + time + " from now");
    }
    Duration end = ticker.elapsed().plus(Collections.min(List.of(time, LONGEST)));
    return until(new Deadline(Collections.min(List.of(current().end(), end))), calls);
  }

  /** Makes calls with this deadline, whatever the thread's own is. */
  public <T> T until(Deadline deadline, Supplier<T> calls) {
    Deadline own = current();
    current.set(deadline);
    try {
      return calls.get();
    } finally {
      if (own.isSet()) {
        current.set(own);
      } else {
        current.remove();
      }
    }
  }

  /** Returns whether it has passed. */
  public boolean hasPassed(Deadline deadline) {
    return left(deadline).filter(Duration::isZero).isPresent();
  }

  /** Returns how much time is left; zero once it has passed, none if there is no deadline. */
  public Optional<Duration> left(Deadline deadline) {
    return Optional.of(deadline)
        .filter(Deadline::isSet)
        .map(set -> set.end().minus(ticker.elapsed()))
        .map(left -> left.isNegative() ? Duration.ZERO : left);
  }

  /**
   * Runs {@code late} once the deadline has passed; never, if there is none.
   *
   * @return ends it: it need not run any more
   */
  public Runnable whenPassed(Deadline deadline, Runnable late) {
    return left(deadline)
        .map(left -> new Watch(deadline, late).begin(left))
        .orElseGet(() -> () -> {});
  }

  /** Waits for a deadline. */
  private final class Watch implements Runnable {

    private final Deadline deadline;
    private final Runnable late;
    private volatile boolean isEnded;
    private volatile Runnable end = () -> {};

    Watch(Deadline deadline, Runnable late) {
      this.deadline = deadline;
      this.late = late;
    }

    Runnable begin(Duration left) {
      end = alarm.after(left, this);
      return () -> {
        isEnded = true;
        end.run();
      };
    }

    /** The alarm goes by its own clock: what counts is the ticker. */
    @Override
    public void run() {
      Duration left = left(deadline).orElse(Duration.ZERO);
      if (isEnded) {
        return;
      }
      if (left.isZero()) {
        late.run();
      } else {
        end = alarm.after(left, this);
      }
    }
  }

  /** A wait for something, for so long at most; answers whether it has come. */
  @FunctionalInterface
  public interface Wait {
    boolean within(long nanos) throws InterruptedException;
  }

  /**
   * Returns whether something has come within this time. An interrupt does not end the wait, and is
   * kept for the caller.
   */
  public static boolean awaitUninterrupted(Duration most, Wait wait) {
    long end = System.nanoTime() + most.toNanos();
    boolean isInterrupted = false;
    try {
      while (true) {
        try {
          return wait.within(end - System.nanoTime());
        } catch (InterruptedException interrupted) {
          isInterrupted = true;
        }
      }
    } finally {
      if (isInterrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** The pauses of {@code pause}, none longer than what is left to the thread. */
  public Pause pause(Pause pause) {
    return time -> {
      Duration most = left(current()).orElse(time);
      pause.pause(Collections.min(List.of(most, time)));
    };
  }

  /**
   * A port whose calls keep to the deadlines of the threads that make them, as do those of the
   * ports that it hands out: a store is one, too.
   */
  public <T> T port(Class<T> type, T real) {
    return type.cast(proxy(type, real));
  }

  private Object proxy(Class<?> type, Object real) {
    Map<Method, Object> handedOut = new ConcurrentHashMap<>();
    return Proxy.newProxyInstance(
        type.getClassLoader(),
        new Class<?>[] {type},
        (proxy, method, arguments) ->
            PORTS.contains(method.getReturnType())
                ? handedOut.computeIfAbsent(
                    method,
                    part ->
                        proxy(
                            part.getReturnType(),
                            Objects.requireNonNull(invoke(real, part, arguments))))
                : call(real, method, arguments));
  }

  private @Nullable Object call(
      Object real, Method method, @Nullable Object @Nullable [] arguments) {
    Deadline deadline = current();
    if (!deadline.isSet()) {
      return invoke(real, method, arguments);
    }
    Duration left = left(deadline).orElseThrow();
    if (left.isZero()) {
      throw new DeadlinePassedException();
    }
    try {
      return limit.within(left, () -> invoke(real, method, arguments));
    } catch (StoreUnavailableException nothingSent) {
      throw hasPassed(deadline) ? new DeadlinePassedException() : nothingSent;
    }
  }

  /**
   * Calls a method that throws nothing that is checked; its exception reaches the caller as it is.
   */
  public static @Nullable Object invoke(
      Object real, Method method, @Nullable Object @Nullable [] arguments) {
    try {
      return method.invoke(real, arguments);
    } catch (InvocationTargetException thrown) {
      throw unchecked(thrown.getCause());
    } catch (IllegalAccessException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /** An exception to be thrown in place of what a call threw: that itself, if it is unchecked. */
  static RuntimeException unchecked(@Nullable Throwable thrown) {
    if (thrown instanceof Error error) {
      throw error;
    }
    return thrown instanceof RuntimeException unchecked
        ? unchecked
        : new IllegalStateException(thrown);
  }
}
