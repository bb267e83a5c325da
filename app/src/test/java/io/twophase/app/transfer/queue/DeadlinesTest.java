package io.twophase.app.transfer.queue;

import static org.assertj.core.api.Assertions.catchThrowable;

import io.twophase.TwoPhase;
import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.transfer.queue.Deadlines.Deadline;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.testing.Scenes;
import io.twophase.domain.testing.ScenesOf;
import io.twophase.domain.testing.Verbs;
import io.twophase.ports.EventRepository;
import io.twophase.ports.OwnerRepository;
import io.twophase.ports.Pause;
import io.twophase.ports.Store;
import io.twophase.ports.Ticker;
import io.twophase.test.clock.SettableClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class DeadlinesTest {

  private final SettableClock clock = new SettableClock(Instant.EPOCH);
  private final CountedStore counted = new CountedStore(InMemoryStore.create(clock));
  private final Store store = counted.store();
  private final List<Runnable> alarms = new ArrayList<>();
  private final List<Duration> times = new ArrayList<>();
  private final List<Duration> paused = new ArrayList<>();
  private int ended;
  private int late;
  private final Deadlines deadlines =
      new Deadlines(
          clock,
          store.callLimit(),
          (time, task) -> {
            times.add(time);
            alarms.add(task);
            return () -> ended++;
          });
  private final OwnerRepository owners = deadlines.port(OwnerRepository.class, store.owners());

  private final Pause pause = deadlines.pause(paused::add);
  private final EventRepository events = deadlines.port(EventRepository.class, store.events());
  private Runnable end = () -> {};

  @ScenesOf("/scenes/deadlines.txt")
  void comesOutAsItIsWritten(Scenes.Scene scene) {
    scene.play(this::step);
  }

  private String step(String step) {
    return new Verbs(this).apply(step);
  }

  /** Steps, with an ampersand between them, have so much time; the last one answers. */
  String within(Duration time, String steps) {
    return deadlines.within(time, () -> all(steps));
  }

  /** A batch makes steps in so much time, whatever the thread has. */
  String batch(String time, String steps) {
    return deadlines.until(deadline(time), () -> all(steps));
  }

  private static Deadline deadline(String time) {
    return time.equals("never") ? Deadline.NONE : new Deadline(Duration.parse(time));
  }

  Optional<Duration> last(List<String> times) {
    Deadline last = Deadline.last(times, DeadlinesTest::deadline);
    return Optional.of(last).filter(Deadline::isSet).map(Deadline::end);
  }

  private String all(String steps) {
    return Stream.of(steps.split(" & ", -1)).map(this::step).reduce("", (first, last) -> last);
  }

  Optional<Duration> left() {
    return deadlines.left(deadlines.current());
  }

  void passes(Duration time) {
    clock.advance(time);
  }

  void find() {
    owners.find(List.of());
  }

  int calls() {
    return counted.calls().size();
  }

  List<Duration> limits() {
    return counted.limits();
  }

  void fail() {
    throw new IllegalStateException("the host's");
  }

  void pause(Duration time) {
    pause.pause(time);
  }

  List<Duration> paused() {
    return paused;
  }

  String thrown(String step) {
    return catchThrowable(() -> step(step)).getClass().getSimpleName();
  }

  void evidence() {
    events.evidence().size();
  }

  /** Something is to happen when the deadline has passed. */
  void alarm(String time) {
    end = deadlines.whenPassed(deadline(time), () -> late++);
  }

  void rings(int alarm) {
    alarms.get(alarm).run();
  }

  void end() {
    end.run();
  }

  int late() {
    return late;
  }

  int ended() {
    return ended;
  }

  List<Duration> times() {
    return times;
  }

  /** The ticker goes on by the longest wait whenever it is read. */
  @Test
  @Timeout(60)
  void functionsWaitForAllTheirTurnsNoLongerThanForOne() throws InterruptedException {
    Ticker hasty =
        () -> {
          clock.advance(Duration.ofSeconds(10));
          return clock.elapsed();
        };
    Turns turns = new Turns(new Deadlines(hasty, store.callLimit(), (time, task) -> () -> {}));
    List<DocumentRef> all =
        Stream.of("abcdefghijkl".split("")).map(id -> TwoPhase.document("things", id)).toList();
    Thread other = new Thread(() -> turns.take(all));
    other.start();
    other.join();

    turns.take(all).run();
  }
}
