package io.twophase;

import static io.twophase.app.testing.Patiently.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.domain.ApplicationName;
import io.twophase.domain.OwnerId;
import io.twophase.domain.Token;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.OwnerLookup;
import io.twophase.domain.record.Vitals;
import io.twophase.ports.DeadlinePassedException;
import io.twophase.ports.OwnerRepository;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import io.twophase.test.fault.Interceptor;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class HeartbeatTest {

  private static final OwnerId ME = new OwnerId("me");
  private static final OwnerId ME_AGAIN = new OwnerId("me again");
  private static final Token RUN = new Token("run");
  private static final Duration LONGER_THAN_A_BEAT = Duration.ofMillis(100);
  private static final ApplicationName APP = new ApplicationName("test");

  private final InMemoryStore store = InMemoryStore.create(Clock.systemUTC());
  private final OwnerRepository owners = store.owners();

  /** Its next beats may go wrong. */
  private final Queue<Supplier<MatchOutcome>> next = new ConcurrentLinkedQueue<>();

  private final LinkedBlockingQueue<Boolean> beats = new LinkedBlockingQueue<>();
  private volatile boolean broken;
  private volatile boolean doubtful;
  private final Queue<OwnerId> fresh = new ConcurrentLinkedQueue<>(List.of(ME, ME_AGAIN));
  private volatile Vitals vitals = Vitals.NONE;
  private volatile Duration now = Duration.ZERO;
  private volatile Optional<Duration> left = Optional.empty();
  private final Heartbeat heartbeat =
      new Heartbeat(
          Interceptor.before(OwnerRepository.class, owners, this::around),
          fresh::remove,
          APP,
          Duration.ofMillis(10),
          () -> vitals,
          () -> now,
          () -> left);

  @AfterEach
  void close() {
    heartbeat.ended(RUN);
    heartbeat.close();
  }

  private OwnerLookup seen() {
    return seen(ME);
  }

  private OwnerLookup seen(OwnerId owner) {
    return owners.find(List.of(owner)).get(0);
  }

  private static MatchOutcome away() {
    throw new StoreUnavailableException("planted");
  }

  @Test
  void nothingIsStoredBeforeItIsAskedForAndNothingIsLeftWhenItIsClosed() throws Exception {
    assertThat(seen()).isInstanceOf(OwnerLookup.Absent.class);
    assertThat(heartbeat.owner()).contains(ME);
    assertThat(seen()).isInstanceOf(OwnerLookup.Found.class);
    awaitBeats(3);

    heartbeat.close();
    heartbeat.close();

    assertThat(seen()).isInstanceOf(OwnerLookup.Absent.class);
    assertThat(heartbeat.owner()).isEmpty();
    assertThat(seen()).isInstanceOf(OwnerLookup.Absent.class);
  }

  @Test
  void aBeatThatIsUnderWayWhenItIsClosedLeavesNothing() throws Exception {
    CountDownLatch underWay = new CountDownLatch(1);
    CountDownLatch stored = new CountDownLatch(1);
    heartbeat.owner();
    next.add(
        () -> {
          underWay.countDown();
          new ThreadPause().pause(LONGER_THAN_A_BEAT);
          MatchOutcome beaten = owners.beat(ME, APP, Duration.ofMillis(10), Vitals.NONE);
          stored.countDown();
          return beaten;
        });
    assertThat(underWay.await(1, TimeUnit.MINUTES)).isTrue();

    heartbeat.close();
    assertThat(stored.await(1, TimeUnit.MINUTES)).isTrue();

    assertThat(seen()).isInstanceOf(OwnerLookup.Absent.class);
  }

  @Test
  void itBeatsOnWhateverABeatThrows() throws Exception {
    heartbeat.owner();
    next.add(HeartbeatTest::away);
    next.add(
        () -> {
          throw new StackOverflowError("planted");
        });
    next.add(() -> MatchOutcome.IN_DOUBT);

    awaitBeats(7);

    assertThat(((OwnerLookup.Found) seen()).beat()).isGreaterThanOrEqualTo(2);
    assertThat(heartbeat.owner()).contains(ME);
  }

  @Test
  void whereTheStoreCannotBeReachedTheFirstTransactionIsNotBegun() {
    next.add(HeartbeatTest::away);

    assertThatThrownBy(heartbeat::owner).isInstanceOf(StoreUnavailableException.class);
    assertThat(heartbeat.owner()).contains(ME);
  }

  @Test
  void whereTheStoreRefusesOwnersTransactionsNameNoneUntilItDoesNot() throws Exception {
    broken = true;

    assertThat(heartbeat.owner()).isEmpty();

    broken = false;
    awaitBeats(5);
    assertThat(heartbeat.owner()).contains(ME);
  }

  /** The first caller's beat has no answer before the second caller's wait has ended. */
  @Test
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void whoWaitsForAnothersFirstBeatWaitsToItsDeadlineAtMost() throws Exception {
    CountDownLatch underWay = new CountDownLatch(1);
    CountDownLatch answer = new CountDownLatch(1);
    next.add(
        () -> {
          underWay.countDown();
          await(answer);
          return owners.beat(ME, APP, Duration.ofMillis(10), Vitals.NONE);
        });
    CompletableFuture<Optional<OwnerId>> first = CompletableFuture.supplyAsync(heartbeat::owner);
    underWay.await();
    left = Optional.of(Duration.ofMillis(1));
    Thread.currentThread().interrupt();

    try {
      assertThatThrownBy(heartbeat::owner).isInstanceOf(DeadlinePassedException.class);
      assertThat(Thread.interrupted()).isTrue();
    } finally {
      answer.countDown();
    }
    assertThat(first.join()).contains(ME);
  }

  @Test
  void anOwnerWhoseBeatIsInDoubtIsNotNamed() {
    doubtful = true;

    assertThat(heartbeat.owner()).isEmpty();
  }

  @Test
  void oneThatHasNotBeatenForTooLongIsNotNamed() throws Exception {
    heartbeat.owner();
    broken = true;
    awaitBeats(3);
    now = now.plusMillis(40);

    assertThat(heartbeat.owner()).isEmpty();

    broken = false;
    awaitBeats(2);
    assertThat(heartbeat.owner()).contains(ME);
  }

  @Test
  void asLongAsARunGoesOnUnderTheOldOneThatBeatsToo() throws Exception {
    Token other = new Token("other run");
    heartbeat.owner();
    heartbeat.begun(ME, RUN);
    heartbeat.begun(ME, RUN);
    heartbeat.begun(ME, other);
    heartbeat.gaveUp(ME);
    heartbeat.ended(other);

    awaitBeats(5);
    long before = ((OwnerLookup.Found) seen()).beat();
    awaitBeats(5);
    assertThat(heartbeat.owner()).contains(ME_AGAIN);
    assertThat(((OwnerLookup.Found) seen()).beat()).isGreaterThan(before);

    heartbeat.ended(RUN);
    awaitBeats(5);
    assertThat(seen()).isInstanceOf(OwnerLookup.Absent.class);
  }

  @Test
  void eachBeatTellsWhatTheProcessDoesByOneOfItsOwnersAlone() throws Exception {
    heartbeat.owner();
    vitals = new Vitals(1, 2, 3, 4, 5, 6, Vitals.NONE.decisions());
    awaitBeats(2);
    assertThat(((OwnerLookup.Found) seen()).vitals()).isEqualTo(vitals);

    heartbeat.begun(ME, RUN);
    heartbeat.gaveUp(ME);
    awaitBeats(5);

    assertThat(((OwnerLookup.Found) seen(ME_AGAIN)).vitals()).isEqualTo(vitals);
    assertThat(((OwnerLookup.Found) seen()).vitals()).isEqualTo(Vitals.NONE);
  }

  @Test
  void noIdIsTakenBeforeItsBeatIsAcknowledged() throws Exception {
    heartbeat.owner();
    broken = true;
    heartbeat.gaveUp(ME);
    heartbeat.gaveUp(ME);
    awaitBeats(3);
    assertThat(heartbeat.owner()).contains(ME);

    broken = false;
    awaitBeats(3);
    assertThat(heartbeat.owner()).contains(ME_AGAIN);
  }

  @Test
  void allThatItWasShownAsIsGoneWhenItIsClosed() throws Exception {
    heartbeat.owner();
    heartbeat.begun(ME, RUN);
    heartbeat.gaveUp(ME);
    awaitBeats(3);
    heartbeat.ended(RUN);

    heartbeat.close();

    assertThat(owners.find(List.of(ME, ME_AGAIN))).hasOnlyElementsOfType(OwnerLookup.Absent.class);
  }

  /** Waits until so many more beats have ended, besides one that may be under way. */
  private void awaitBeats(int more) throws InterruptedException {
    beats.clear();
    for (int at = 0; at <= more; at++) {
      assertThat(beats.poll(30, TimeUnit.SECONDS)).as("a beat").isNotNull();
    }
  }

  private Object around(String method, List<Object> asked, Interceptor.Call call) {
    return method.equals("beat") ? beat(() -> (MatchOutcome) call.make()) : call.make();
  }

  private MatchOutcome beat(Supplier<MatchOutcome> sound) {
    try {
      if (broken) {
        throw new StoreException("planted");
      }
      return doubtful
          ? MatchOutcome.IN_DOUBT
          : Optional.ofNullable(next.poll()).orElse(sound).get();
    } finally {
      beats.add(true);
    }
  }
}
