package io.twophase.adapter.inmemory.planted;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.ports.CallLimit;
import io.twophase.ports.OwnerRepository;
import io.twophase.ports.Store;
import io.twophase.ports.StoreUnavailableException;
import io.twophase.test.fault.Interceptor;
import io.vavr.control.Option;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Supplier;

/**
 * Stores whose calls of owners take a millisecond, it is said, and whose limits break one promise
 * each.
 */
final class PlantedLimits {

  private static final Duration OF_A_CALL = Duration.ofMillis(1);

  private PlantedLimits() {}

  /** A sound one, to be broken. */
  static class OverSoundOwners {

    final ThreadLocal<Option<Duration>> limit = ThreadLocal.withInitial(Option::none);

    boolean isLate() {
      return limit.get().exists(most -> most.compareTo(OF_A_CALL) < 0);
    }

    MatchOutcome late() {
      return MatchOutcome.IN_DOUBT;
    }

    <T> T limited(Duration most, Supplier<T> calls) {
      Option<Duration> outer = limit.get();
      limit.set(Option.some(most));
      try {
        return calls.get();
      } finally {
        limit.set(outer);
      }
    }

    Store store() {
      Store sound = InMemoryStore.create(InstantSource.system());
      return Interceptor.replacing(
          Interceptor.replacing(sound, CallLimit.class, none -> new Limit()),
          OwnerRepository.class,
          owners -> Interceptor.before(OwnerRepository.class, owners, this::around));
    }

    private Object around(String method, List<Object> asked, Interceptor.Call call) {
      if (!isLate()) {
        return call.make();
      }
      if (method.equals("beat")) {
        return late();
      }
      throw new StoreUnavailableException("late");
    }

    private final class Limit implements CallLimit {
      @Override
      public <T> T within(Duration most, Supplier<T> calls) {
        return limited(most, calls);
      }
    }
  }

  static final class LimitsHowLongItIs extends OverSoundOwners {
    @Override
    boolean isLate() {
      return limit.get().isDefined();
    }
  }

  static final class FailsLateWrites extends OverSoundOwners {
    @Override
    MatchOutcome late() {
      throw new StoreUnavailableException("late");
    }
  }

  static final class DeniesLateWrites extends OverSoundOwners {
    @Override
    MatchOutcome late() {
      return MatchOutcome.NOT_MATCHED;
    }
  }

  static final class NeverEnds extends OverSoundOwners {
    @Override
    <T> T limited(Duration most, Supplier<T> calls) {
      limit.set(Option.some(most));
      return calls.get();
    }
  }

  static final class StaysAfterAnException extends OverSoundOwners {
    @Override
    <T> T limited(Duration most, Supplier<T> calls) {
      Option<Duration> outer = limit.get();
      limit.set(Option.some(most));
      T answer = calls.get();
      limit.set(outer);
      return answer;
    }
  }

  static final class WrapsExceptions extends OverSoundOwners {
    @Override
    <T> T limited(Duration most, Supplier<T> calls) {
      try {
        return super.limited(most, calls);
      } catch (IllegalStateException thrown) {
        throw new StoreUnavailableException("late", thrown);
      }
    }
  }

  static final class LimitsAllThreads extends OverSoundOwners {
    private volatile Option<Duration> all = Option.none();

    @Override
    boolean isLate() {
      return all.exists(most -> most.compareTo(OF_A_CALL) < 0);
    }

    @Override
    <T> T limited(Duration most, Supplier<T> calls) {
      Option<Duration> outer = all;
      all = Option.some(most);
      try {
        return calls.get();
      } finally {
        all = outer;
      }
    }
  }
}
