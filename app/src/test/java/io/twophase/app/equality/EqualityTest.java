package io.twophase.app.equality;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.adapter.mongo.MongoStore;
import io.twophase.app.testing.TestedServer;
import io.twophase.domain.account.HoldLimit;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.outcome.HoldOutcome;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.testing.Seed;
import io.twophase.ports.AccountRepository;
import io.twophase.ports.contract.ForwardingAccounts;
import java.time.Clock;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code -Dtwophase.equality=N} makes N sequences on each server, and not 12. */
class EqualityTest {

  private static final int SEQUENCES = Integer.getInteger("twophase.equality", 12);
  private static final int CALLS = 60;
  private static final HoldLimit FEW_HOLDS = new HoldLimit(3);

  private static Ports inMemory(HoldLimit limit) {
    InMemoryStore store = InMemoryStore.create(Clock.systemUTC(), limit);
    return new Ports(store.accounts(), store.transactions());
  }

  private static Ports on(TestedServer server, HoldLimit limit) {
    MongoStore store = server.fresh(limit);
    return new Ports(store.accounts(), store.transactions());
  }

  @ParameterizedTest
  @MethodSource("io.twophase.app.testing.TestedServer#all")
  void theMongoAdapterAnswersAndStoresWhatTheOneInMemoryDoes(TestedServer server) {
    long first = Seed.next("EqualityTest on " + server);
    for (int n = 0; n < SEQUENCES; n++) {
      // every other time accounts are soon busy
      HoldLimit limit = (first + n) % 2 == 0 ? FEW_HOLDS : HoldLimit.DEFAULT;
      Equality equality = new Equality(() -> inMemory(limit), () -> on(server, limit));
      assertThat(equality.difference(first + n, CALLS))
          .as("-Dtwophase.seed=%d -Dtwophase.equality=1", first + n)
          .isEmpty();
    }
  }

  @Test
  void aStoreThatDiffersIsFound() {
    for (UnaryOperator<AccountRepository> planted :
        List.<UnaryOperator<AccountRepository>>of(
            ForgetsTheLastHold::new, SettlesAnyEpoch::new, AnswersWhatIsHeldAsHeldNow::new)) {
      Equality equality =
          new Equality(
              () -> inMemory(HoldLimit.DEFAULT),
              () -> {
                Ports sound = inMemory(HoldLimit.DEFAULT);
                return new Ports(planted.apply(sound.accounts()), sound.transactions());
              });

      assertThat(IntStream.range(0, 20).mapToObj(seed -> equality.difference(seed, CALLS)))
          .anySatisfy(difference -> assertThat(difference).isNotEmpty());
    }
  }

  /** Of several holds on a call, the last is answered and not placed. */
  private static final class ForgetsTheLastHold extends ForwardingAccounts {
    ForgetsTheLastHold(AccountRepository sound) {
      super(sound);
    }

    @Override
    public List<HoldOutcome> hold(List<Leg> legs) {
      return legs.size() < 5
          ? super.hold(legs)
          : Stream.concat(
                  super.hold(legs.subList(0, legs.size() - 1)).stream(),
                  Stream.of(HoldOutcome.held()))
              .toList();
    }
  }

  /** The fence is left out. */
  private static final class SettlesAnyEpoch extends ForwardingAccounts {
    SettlesAnyEpoch(AccountRepository sound) {
      super(sound);
    }

    @Override
    public List<MatchOutcome> settle(List<Leg> legs) {
      super.stamp(legs);
      return super.settle(legs);
    }
  }

  /** One who asks alone is owed the exact answer. */
  private static final class AnswersWhatIsHeldAsHeldNow extends ForwardingAccounts {
    AnswersWhatIsHeldAsHeldNow(AccountRepository sound) {
      super(sound);
    }

    @Override
    public List<HoldOutcome> hold(List<Leg> legs) {
      return super.hold(legs).stream()
          .map(outcome -> outcome instanceof HoldOutcome.AlreadyHeld ? HoldOutcome.held() : outcome)
          .toList();
    }
  }
}
