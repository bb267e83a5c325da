package io.twophase.adapter.inmemory.planted;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.ports.CallLimit;
import io.twophase.ports.OwnerRepository;
import io.twophase.ports.Store;
import io.twophase.ports.StoreUnavailableException;
import io.twophase.test.fault.Interceptor;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Supplier;

/**
 * Limits of stores whose calls of owners are said to take a millisecond; all but one are faulty.
 */
enum PlantedLimit {
  SOUND,
  DENIES_LATE_WRITES,
  NEVER_ENDS,
  STAYS_AFTER_AN_EXCEPTION,
  LIMITS_ALL_THREADS;

  private static final Duration OF_A_CALL = Duration.ofMillis(1);
  private static final Duration LONG = Duration.ofDays(1);

  /** A fresh store with this limit. */
  Store store() {
    Limit limit = new Limit();
    Store sound = InMemoryStore.create(InstantSource.system());
    return Interceptor.replacing(
        Interceptor.replacing(sound, CallLimit.class, none -> limit),
        OwnerRepository.class,
        owners -> Interceptor.before(OwnerRepository.class, owners, limit::around));
  }

  private final class Limit implements CallLimit {
    private final ThreadLocal<Duration> ofThread = ThreadLocal.withInitial(() -> LONG);
    private volatile Duration ofAll = LONG;

    private Object around(String method, List<Object> asked, Interceptor.Call call) {
      if (most().compareTo(OF_A_CALL) >= 0) {
        return call.make();
      }
      if (method.equals("beat")) {
        return PlantedLimit.this == DENIES_LATE_WRITES
            ? MatchOutcome.NOT_MATCHED
            : MatchOutcome.IN_DOUBT;
      }
      throw new StoreUnavailableException("late");
    }

    private Duration most() {
      return PlantedLimit.this == LIMITS_ALL_THREADS ? ofAll : ofThread.get();
    }

    private void set(Duration most) {
      ofThread.set(most);
      ofAll = most;
    }

    @Override
    public <T> T within(Duration most, Supplier<T> calls) {
      Duration outer = most();
      boolean ends = PlantedLimit.this != NEVER_ENDS;
      set(most);
      try {
        return calls.get();
      } catch (IllegalStateException thrown) {
        ends = PlantedLimit.this != STAYS_AFTER_AN_EXCEPTION;
        throw thrown;
      } finally {
        if (ends) {
          set(outer);
        }
      }
    }
  }
}
