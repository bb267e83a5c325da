package io.twophase;

import static io.twophase.app.testing.Patiently.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.domain.ApplicationName;
import io.twophase.domain.Owner.OwnerId;
import io.twophase.domain.Owner.Token;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.OwnerLookup;
import io.twophase.domain.record.Vitals;
import io.twophase.domain.testing.Scenes;
import io.twophase.domain.testing.ScenesOf;
import io.twophase.domain.testing.Verbs;
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
  private static final OwnerId ME_AGAIN = new OwnerId("again");
  private static final Token RUN = new Token("run");
  private static final Duration LONGER_THAN_A_BEAT = Duration.ofMillis(100);
  private static final ApplicationName APP = new ApplicationName("test");

  private final InMemoryStore store = InMemoryStore.create(Clock.systemUTC());
  private final OwnerRepository owners = store.owners();

  /** Its next beats may go wrong. */
  private final Queue<Supplier<MatchOutcome>> next = new ConcurrentLinkedQueue<>();

  private final LinkedBlockingQueue<Boolean> ended = new LinkedBlockingQueue<>();
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

  @ScenesOf("/scenes/heartbeat.txt")
  void comesOutAsItIsWritten(Scenes.Scene scene) {
    scene.play(new Verbs(this, heartbeat));
  }

  String seen(OwnerId owner) {
    return lookup(owner) instanceof OwnerLookup.Found ? "found" : "absent";
  }

  private OwnerLookup lookup(OwnerId owner) {
    return owners.find(List.of(owner)).get(0);
  }

  private long beat(OwnerId owner) {
    return ((OwnerLookup.Found) lookup(owner)).beat();
  }

  void broken(boolean isBroken) {
    broken = isBroken;
  }

  void doubtful(boolean isDoubtful) {
    doubtful = isDoubtful;
  }

  void busy() {
    vitals = new Vitals(1, 2, 3, 4, 5, 6, Vitals.NONE.decisions());
  }

  void passes(Duration time) {
    now = now.plus(time);
  }

  /** The next beat comes to this. */
  void next(String end) {
    next.add(
        () -> {
          switch (end) {
            case "away" -> throw new StoreUnavailableException("planted");
            case "error" -> throw new StackOverflowError("planted");
            default -> {
              return MatchOutcome.valueOf(end);
            }
          }
        });
  }

  /** The name of a first transaction's owner cannot be had. */
  String thrown() {
    return catchThrowable(heartbeat::owner).getClass().getSimpleName();
  }

  boolean hasBeaten(OwnerId owner, int times) {
    return beat(owner) >= times;
  }

  boolean beatsOn(OwnerId owner) throws InterruptedException {
    long before = beat(owner);
    beats(5);
    return beat(owner) > before;
  }

  String tells(OwnerId owner) {
    Vitals told = ((OwnerLookup.Found) lookup(owner)).vitals();
    return told.equals(vitals) ? "all" : told.equals(Vitals.NONE) ? "nothing at all" : "else";
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

    assertThat(seen(ME)).isEqualTo("absent");
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

  /** Waits until so many more beats have ended, besides one that may be under way. */
  void beats(int more) throws InterruptedException {
    ended.clear();
    for (int at = 0; at <= more; at++) {
      assertThat(ended.poll(30, TimeUnit.SECONDS)).as("a beat").isNotNull();
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
      ended.add(true);
    }
  }
}
