package io.twophase.test.contract.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.twophase.domain.ApplicationName;
import io.twophase.domain.Owner.OwnerId;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.OwnerLookup;
import io.twophase.domain.record.Vitals;
import io.twophase.ports.CallLimit;
import io.twophase.ports.Store;
import io.twophase.ports.StoreException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The contract of a {@link CallLimit} if the store answers. The adapter's own tests say what it
 * does if the store does not.
 */
public abstract class CallLimitContract {

  private static final ApplicationName APP = new ApplicationName("App1");
  private static final Duration EVERY = Duration.ofSeconds(1);
  private static final Duration LONG = Duration.ofHours(1);

  /** So short that no call is surely answered in it. */
  private static final Duration SHORT = Duration.ofNanos(1);

  private static final OwnerId ONE = new OwnerId("one");

  private Store store;
  private CallLimit limit;

  /** Gives a store that is fresh and empty: asked once for each test, before it begins. */
  protected abstract Store store();

  @BeforeEach
  void takeAFreshStore() {
    store = store();
    limit = store.callLimit();
  }

  private MatchOutcome beat() {
    return store.owners().beat(ONE, APP, EVERY, Vitals.NONE);
  }

  private OwnerLookup find() {
    return store.owners().find(List.of(ONE)).get(0);
  }

  /** A call that may have no answer in its time. */
  private <T> void mayBeLate(Duration time, Supplier<T> call) {
    try {
      T unused = limit.within(time, call);
    } catch (StoreException late) {
      // the store said so
    }
  }

  @Test
  void whatIsAnsweredInTimeIsAnsweredAsWithoutALimit() {
    assertThat(limit.<MatchOutcome>within(LONG, this::beat)).isEqualTo(MatchOutcome.MATCHED);
    assertThat(limit.<OwnerLookup>within(LONG, this::find))
        .isInstanceOfSatisfying(
            OwnerLookup.Found.class, found -> assertThat(found.beat()).isEqualTo(1));
  }

  @Test
  void aWriteThatIsLateIsInDoubtOrDone() {
    MatchOutcome outcome = limit.within(SHORT, this::beat);

    assertThat(outcome).isIn(MatchOutcome.MATCHED, MatchOutcome.IN_DOUBT);
  }

  @Test
  void theLimitEndsWithItsCalls() {
    mayBeLate(SHORT, this::find);

    assertThat(beat()).isEqualTo(MatchOutcome.MATCHED);
    assertThat(find()).isInstanceOf(OwnerLookup.Found.class);
  }

  @Test
  void theLimitEndsWithCallsThatThrow() {
    assertThatIllegalStateException()
        .isThrownBy(
            () ->
                limit.within(
                    SHORT,
                    () -> {
                      throw new IllegalStateException("the caller's");
                    }))
        .withMessage("the caller's");

    assertThat(beat()).isEqualTo(MatchOutcome.MATCHED);
  }

  @Test
  void afterAShorterLimitTheLongerOneCountsAgain() {
    MatchOutcome outcome =
        limit.within(
            LONG,
            () -> {
              mayBeLate(SHORT, this::find);
              return beat();
            });

    assertThat(outcome).isEqualTo(MatchOutcome.MATCHED);
  }

  @Test
  void otherThreadsHaveNoLimit() {
    MatchOutcome outcome =
        limit.within(SHORT, () -> CompletableFuture.supplyAsync(this::beat).join());

    assertThat(outcome).isEqualTo(MatchOutcome.MATCHED);
  }
}
