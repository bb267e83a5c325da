package io.twophase.adapter.inmemory.planted;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.domain.id.ApplicationName;
import io.twophase.domain.id.OwnerId;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.outcome.OwnerLookup;
import io.twophase.domain.participant.Home;
import io.twophase.ports.AccountRepository;
import io.twophase.ports.CallLimit;
import io.twophase.ports.DocumentRepository;
import io.twophase.ports.OwnerRepository;
import io.twophase.ports.Store;
import io.twophase.ports.StoreUnavailableException;
import io.twophase.ports.TransactionRepository;
import io.vavr.control.Option;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Supplier;

/**
 * Stores whose calls take a millisecond, it is said, and whose limits break one promise each. Only
 * the owners are there.
 */
final class PlantedLimits {

  private static final Duration OF_A_CALL = Duration.ofMillis(1);

  private PlantedLimits() {}

  /** A sound one, to be broken. */
  static class OverSoundOwners implements Store {

    final ThreadLocal<Option<Duration>> limit = ThreadLocal.withInitial(Option::none);
    private final InMemoryStore sound = InMemoryStore.create(InstantSource.system());

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

    @Override
    public CallLimit callLimit() {
      return new CallLimit() {
        @Override
        public <T> T within(Duration most, Supplier<T> calls) {
          return limited(most, calls);
        }
      };
    }

    @Override
    public OwnerRepository owners() {
      OwnerRepository owners = sound.owners();
      return new OwnerRepository() {
        @Override
        public MatchOutcome beat(OwnerId owner, ApplicationName application, Duration every) {
          return isLate() ? late() : owners.beat(owner, application, every);
        }

        @Override
        public List<OwnerLookup> find(List<OwnerId> wanted) {
          if (isLate()) {
            throw new StoreUnavailableException("late");
          }
          return owners.find(wanted);
        }

        @Override
        public List<OwnerLookup> silent(Duration unchangedFor, int most) {
          return owners.silent(unchangedFor, most);
        }

        @Override
        public MatchOutcome remove(OwnerId owner, long beat) {
          return owners.remove(owner, beat);
        }

        @Override
        public MatchOutcome retire(OwnerId owner) {
          return owners.retire(owner);
        }
      };
    }

    @Override
    public AccountRepository accounts() {
      throw new UnsupportedOperationException();
    }

    @Override
    public DocumentRepository documents() {
      throw new UnsupportedOperationException();
    }

    @Override
    public TransactionRepository transactions() {
      throw new UnsupportedOperationException();
    }

    @Override
    public Home home() {
      throw new UnsupportedOperationException();
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
