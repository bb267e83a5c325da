package io.twophase;

import static io.twophase.app.testing.Patiently.await;
import static io.twophase.domain.testing.Fixtures.cents;

import io.twophase.app.event.Event;
import io.twophase.app.recovery.Recovered;
import io.twophase.app.recovery.RecoveryRequest;
import io.twophase.app.testing.DocumentWrites;
import io.twophase.app.testing.OneBank;
import io.twophase.domain.ConsumerName;
import io.twophase.domain.event.EventPosition;
import io.twophase.domain.testing.Fixtures;
import io.twophase.domain.testing.Scenes;
import io.twophase.domain.testing.ScenesOf;
import io.twophase.domain.testing.Verbs;
import io.twophase.ports.DecisionSignal;
import io.twophase.ports.Store;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import io.twophase.test.fault.Fault;
import io.twophase.test.fault.Interceptor;
import io.twophase.test.fault.WriteKind;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;

/** Threads that a host starts, to follow events or to recover, and that it closes. */
@Timeout(60)
class BackgroundScenesTest extends OneBank implements RecoveryDaemon.Listener {

  private static final AtomicInteger TESTS = new AtomicInteger();
  private static final Set<Thread.State> AT_REST =
      EnumSet.of(Thread.State.TIMED_WAITING, Thread.State.TERMINATED);

  /** The follower's thread is known by a name of its own. */
  private final ConsumerName consumer = new ConsumerName("mail" + TESTS.incrementAndGet());

  private final TwoPhase watched =
      TwoPhase.over(Interceptor.before(Store.class, faulty, this::around)).build();
  private final Queue<String> looks = new ConcurrentLinkedQueue<>();
  private final Queue<String> turns = new ConcurrentLinkedQueue<>();
  private final List<String> told = new CopyOnWriteArrayList<>();
  private final List<String> ends = new CopyOnWriteArrayList<>();
  private final CompletableFuture<Runnable> closing = new CompletableFuture<>();
  private final CompletableFuture<String> closed = new CompletableFuture<>();
  private final AtomicInteger looked = new AtomicInteger();
  private boolean isSilent;
  private volatile Runnable bell = () -> {};
  private volatile String look = "list";
  private long begun;

  @BeforeEach
  void turnOn() {
    host.events().turnOn();
  }

  @AfterEach
  void close() {
    closing.getNow(() -> {}).run();
    watched.close();
  }

  @ScenesOf("/scenes/background.txt")
  void comesOutAsItIsWritten(Scenes.Scene scene) {
    scene.play(new Verbs(this));
  }

  void follow(int limit) {
    begun = System.nanoTime();
    look = "confirmed";
    closing.complete(
        EventFollower.start(watched.events(), consumer, limit, this::handle, this::failed)::close);
  }

  void recover() {
    closing.complete(
        RecoveryDaemon.start(
                watched.recovery(),
                RecoveryRequest.olderThan(Duration.ZERO),
                Duration.ofMillis(5),
                this)
            ::close);
  }

  void silent() {
    isSilent = true;
  }

  /** The next looks at the store come to these. */
  void looks(List<String> each) {
    looks.addAll(each);
  }

  /** The host's code does this at its next calls, and the last of it again and again. */
  void does(List<String> each) {
    turns.addAll(each);
  }

  void pay(List<String> ids) {
    transfer(ids.toArray(String[]::new));
  }

  void begin(String id) {
    new DocumentWrites(store).begin(Fixtures.transfer(id, "A", "B", cents(10)));
  }

  void fault(WriteKind kind) {
    faulty.faults().when(kind).next(Fault.UNAVAILABLE);
  }

  void until(String last) {
    await().until(() -> told.contains(last));
  }

  void untilLooked(int times) {
    await().until(() -> looked.get() >= times);
  }

  void untilEnded(int times) {
    await().until(() -> ends.size() >= times);
  }

  void untilGone() {
    await().until(() -> !runs());
  }

  boolean runs() {
    List<String> names = List.of("twophase-events of " + consumer, "twophase-recovery");
    return Thread.getAllStackTraces().keySet().stream()
        .anyMatch(thread -> names.contains(thread.getName()));
  }

  boolean lasted(Duration time) {
    return System.nanoTime() - begun >= time.toNanos();
  }

  List<String> told() {
    return told;
  }

  /** How the first rounds or looks ended. */
  List<String> ended(int first) {
    return ends.subList(0, Math.min(first, ends.size()));
  }

  List<String> failures() {
    return ends.stream().filter(it -> !it.equals("completed")).toList();
  }

  /** The thread that closed it notes here, after close, what the host was told until then. */
  String closed() {
    return closed.join();
  }

  EventPosition position() {
    return store.events().consumer(consumer).orElseThrow().position();
  }

  private Object around(String method, List<Object> asked, Interceptor.Call call) {
    if (method.equals("listen")) {
      bell = (Runnable) asked.get(0);
      return isSilent ? DecisionSignal.NONE.listen(bell) : call.make();
    }
    if (method.equals(look)) {
      looked.incrementAndGet();
      look(Thread.currentThread().isInterrupted() ? "away" : String.valueOf(looks.poll()));
    }
    return call.make();
  }

  private void look(String end) {
    switch (end) {
      case "away" -> throw new StoreUnavailableException("planted");
      case "fatal" -> throw new Fatal();
      case "too deep" -> throw new StackOverflowError();
      case "no room" -> throw new OutOfMemoryError("planted");
      case "ring" -> bell.run();
      default -> {}
    }
  }

  private void handle(List<Event> page) {
    turn();
    page.forEach(
        event ->
            told.add(
                event
                    .transaction()
                    .fold(
                        found -> found.record().id().value(),
                        Object::toString,
                        Object::toString,
                        Object::toString)));
  }

  private void turn() {
    switch (String.valueOf(turns.size() > 1 ? turns.poll() : turns.peek())) {
      case "throw" -> throw new IllegalStateException("planted");
      case "fatal" -> throw new Fatal();
      case "interrupt" -> Thread.currentThread().interrupt();
      case "close" -> closing.join().run();
      case "be closed" -> beClosed(() -> {});
      case "be closed interrupted" -> beClosed(() -> Thread.currentThread().interrupt());
      default -> {}
    }
  }

  /** Another thread closes it, maybe while interrupted, as one of a pool that is shut down is. */
  private void beClosed(Runnable before) {
    Thread other =
        new Thread(
            () -> {
              before.run();
              closing.join().run();
              boolean isInterrupted = Thread.currentThread().isInterrupted();
              closed.complete(told + " " + ends + (isInterrupted ? " interrupted" : ""));
            });
    other.start();
    while (!AT_REST.contains(other.getState())) {
      Thread.onSpinWait();
    }
  }

  private void failed(Throwable fault) {
    ends.add(fault.getClass().getSimpleName());
    turn();
  }

  @Override
  public void recovered(Recovered one) {
    told.add(one.toString());
    turn();
  }

  @Override
  public void completed() {
    ends.add(Thread.currentThread().isInterrupted() ? "interrupted" : "completed");
    turn();
  }

  @Override
  public void failed(StoreException fault) {
    failed(Optional.ofNullable(fault.getCause()).orElse(fault));
  }

  private static final class Fatal extends Error {
    private static final long serialVersionUID = 1;
  }
}
