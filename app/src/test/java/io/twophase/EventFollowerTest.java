package io.twophase;

import static io.twophase.app.testing.Patiently.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.app.event.Event;
import io.twophase.app.event.Events;
import io.twophase.app.testing.Books;
import io.twophase.app.testing.OneBank;
import io.twophase.domain.ConsumerName;
import io.twophase.domain.event.EventPosition;
import io.twophase.ports.CallerGuard;
import io.twophase.ports.DecisionSignal;
import io.twophase.ports.Store;
import io.twophase.ports.StoreUnavailableException;
import io.twophase.test.fault.Interceptor;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@SuppressWarnings("try") // what is closed is not asked for anything else
@Timeout(60)
class EventFollowerTest extends OneBank {

  private static final AtomicInteger TESTS = new AtomicInteger();

  /** Of a name of its own, by which the follower's thread is known. */
  private final ConsumerName consumer = new ConsumerName("mail" + TESTS.incrementAndGet());

  private final List<String> read = new CopyOnWriteArrayList<>();
  private final List<Throwable> faults = new CopyOnWriteArrayList<>();

  @BeforeEach
  void turnOn() {
    host.events().turnOn();
  }

  private EventFollower follow(Events events, Consumer<List<Event>> handler) {
    return EventFollower.start(events, consumer, 10, handler, faults::add);
  }

  private void read(List<Event> page) {
    page.forEach(
        event ->
            read.add(
                event
                    .transaction()
                    .fold(
                        found -> found.record().id().value(),
                        Object::toString,
                        Object::toString,
                        Object::toString)));
  }

  private static Events over(Store store) {
    return new Events(store, CallerGuard.NONE);
  }

  /** Events of which something happens before they are asked how many are confirmed. */
  private Events whenAsked(Runnable first) {
    return over(
        Books.at(
            store,
            "confirmed",
            call -> {
              first.run();
              return call.make();
            }));
  }

  private boolean isRunning() {
    return Thread.getAllStackTraces().keySet().stream()
        .anyMatch(thread -> thread.getName().equals("twophase-events of " + consumer));
  }

  @Test
  void eventsAreGivenAsTheyComeUntilItIsClosed() {
    try (EventFollower follower = follow(host.events(), this::read)) {
      transfer("t1");
      await().until(() -> read.size() == 1);
      transfer("t2");
      transfer("t3");
      await().until(() -> read.size() == 3);
    }

    assertThat(read).containsExactly("t1", "t2", "t3");
    assertThat(isRunning()).isFalse();
    transfer("t4");
    assertThat(store.events().consumer(consumer).orElseThrow().position())
        .isEqualTo(EventPosition.behind(3));
  }

  @Test
  void aSignalThatNeverComesCostsNoEvent() {
    Events silent = over(Books.at(store, "listen", call -> DecisionSignal.NONE.listen(() -> {})));

    try (EventFollower follower = follow(silent, this::read)) {
      transfer("t1");
      await().until(() -> read.size() == 1);
      transfer("t2");
      await().until(() -> read.size() == 2);
    }
  }

  /** Each look is followed by a signal, and the next comes later and later. */
  @Test
  void aSignalThatNeverEndsCausesNoBusyLoop() {
    AtomicInteger looks = new AtomicInteger();
    AtomicReference<Runnable> bell = new AtomicReference<>(() -> {});
    Store noisy =
        Interceptor.before(
            Store.class,
            store,
            (method, asked, call) -> {
              if (method.equals("listen")) {
                bell.set((Runnable) asked.get(0));
              } else if (method.equals("confirmed")) {
                looks.incrementAndGet();
                bell.get().run();
              }
              return call.make();
            });
    long begun = System.nanoTime();

    try (EventFollower follower = follow(over(noisy), this::read)) {
      await().until(() -> looks.get() >= 6);
      long elapsed = System.nanoTime() - begun;
      assertThat(elapsed).isGreaterThanOrEqualTo(Duration.ofMillis(10 + 20 + 40 + 80).toNanos());

      transfer("t1");
      await().until(() -> read.contains("t1"));
    }
  }

  /** As code does that catches an interrupt and has nothing to end. */
  @Test
  void anInterruptThatTheHandlerLeavesKeepsNoEventFromIt() {
    Events interruptible =
        whenAsked(
            () -> {
              if (Thread.currentThread().isInterrupted()) {
                throw new StoreUnavailableException("interrupted");
              }
            });
    Consumer<List<Event>> interrupted =
        page -> {
          read(page);
          Thread.currentThread().interrupt();
        };

    transfer("t1");
    try (EventFollower follower = follow(interruptible, interrupted)) {
      await().until(() -> read.contains("t1"));
      transfer("t2");
      await().until(() -> read.contains("t2"));
    }

    assertThat(faults).isEmpty();
  }

  @Test
  void whatTheStoreAndTheHandlerThrowIsReportedAndTheEventsComeAgain() {
    AtomicInteger looks = new AtomicInteger();
    Events away =
        whenAsked(
            () -> {
              if (looks.incrementAndGet() == 1) {
                throw new StoreUnavailableException("away");
              }
            });
    AtomicInteger calls = new AtomicInteger();
    Consumer<List<Event>> failing =
        page -> {
          if (calls.incrementAndGet() == 1) {
            throw new IllegalStateException("the first time");
          }
          read(page);
        };
    transfer("t1");
    try (EventFollower follower = follow(away, failing)) {
      await().until(() -> read.contains("t1"));
    }
    assertThat(faults)
        .hasExactlyElementsOfTypes(StoreUnavailableException.class, IllegalStateException.class);
  }

  /** Follows until it is closed; the handler knows the follower. */
  private void followToItsEnd(BiConsumer<EventFollower, List<Event>> handler) {
    CompletableFuture<EventFollower> follower = new CompletableFuture<>();
    follower.complete(follow(host.events(), page -> handler.accept(follower.join(), page)));
    await().until(() -> !isRunning());
  }

  @Test
  void theHandlerMayCloseIt() {
    transfer("t1");

    followToItsEnd(
        (follower, page) -> {
          follower.close();
          read(page);
        });

    assertThat(read).containsExactly("t1");
  }

  /** As a thread of a pool that is shut down does. */
  @Test
  void anInterruptedCallerOfCloseWaitsForTheHandlerToo() {
    CompletableFuture<Boolean> wasHandledThen = new CompletableFuture<>();
    Set<Thread.State> atRest = EnumSet.of(Thread.State.TIMED_WAITING, Thread.State.TERMINATED);
    transfer("t1");

    followToItsEnd(
        (follower, page) -> {
          Thread closing =
              new Thread(
                  () -> {
                    Thread.currentThread().interrupt();
                    follower.close();
                    wasHandledThen.complete(
                        !read.isEmpty() && Thread.currentThread().isInterrupted());
                  });
          closing.start();
          await().until(() -> atRest.contains(closing.getState()));
          read(page);
        });

    assertThat(wasHandledThen.join()).isTrue();
  }

  @Test
  void aLimitOutOfRangeIsRefusedAtOnce() {
    assertThatThrownBy(
            () -> EventFollower.start(host.events(), consumer, 0, this::read, faults::add))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
