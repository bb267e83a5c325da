package io.twophase.app.transfer.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.transfer.queue.Deadlines.Deadline;
import io.twophase.ports.DeadlinePassedException;
import io.twophase.ports.EventRepository;
import io.twophase.ports.OwnerRepository;
import io.twophase.ports.Pause;
import io.twophase.ports.Store;
import io.twophase.ports.StoreException;
import io.twophase.test.clock.SettableClock;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class DeadlinesTest {

  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final SettableClock clock = new SettableClock(Instant.EPOCH);
  private final CountedStore counted = new CountedStore(InMemoryStore.create(clock));
  private final Store store = counted.store();
  private final List<Runnable> alarms = new ArrayList<>();
  private final List<Duration> times = new ArrayList<>();
  private int ended;
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

  private Optional<Duration> left() {
    return deadlines.left(deadlines.current());
  }

  @Test
  void aCallIsToldHowMuchTimeIsLeft() {
    deadlines.within(
        MINUTE,
        () -> {
          clock.advance(SECOND);
          return owners.find(List.of());
        });

    assertThat(counted.limits()).containsExactly(MINUTE.minus(SECOND));
    assertThat(counted.calls()).hasSize(1);
  }

  @Test
  void aCallWithoutADeadlineIsGivenNoLimit() {
    owners.find(List.of());

    assertThat(counted.calls()).hasSize(1);
    assertThat(counted.limits()).isEmpty();
  }

  @Test
  void theEarlierOfTwoCounts() {
    deadlines.within(
        MINUTE,
        () -> {
          assertThat(deadlines.<Optional<Duration>>within(SECOND, this::left)).contains(SECOND);
          assertThat(deadlines.<Optional<Duration>>within(MINUTE.plus(SECOND), this::left))
              .contains(MINUTE);
          assertThat(left()).contains(MINUTE);
          return "";
        });
    assertThat(left()).isEmpty();
  }

  @Test
  void aBatchsDeadlineTakesThePlaceOfTheThreads() {
    deadlines.within(
        SECOND,
        () -> {
          assertThat(deadlines.<Optional<Duration>>until(Deadline.NONE, this::left)).isEmpty();
          assertThat(deadlines.<Optional<Duration>>until(new Deadline(MINUTE), this::left))
              .contains(MINUTE);
          return "";
        });
  }

  @Test
  void theDeadlineEndsWithItsCallsWhateverTheyThrow() {
    assertThatThrownBy(
            () ->
                deadlines.within(
                    SECOND,
                    () -> {
                      throw new IllegalStateException("the host's");
                    }))
        .hasMessage("the host's");
    assertThat(left()).isEmpty();
  }

  @Test
  void noTimeIsTooLongAndNoneIsBelowZero() {
    Duration forEver = Duration.ofSeconds(Long.MAX_VALUE);
    clock.advance(MINUTE);

    assertThat(deadlines.<Optional<Duration>>within(forEver, this::left).orElseThrow())
        .isGreaterThan(Duration.ofDays(36_000));
    assertThatThrownBy(() -> deadlines.within(SECOND.negated(), () -> ""))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("no call ends PT-1S from now");
  }

  @Test
  void pausesEndAtTheDeadline() {
    List<Duration> paused = new ArrayList<>();
    Pause pause = deadlines.pause(paused::add);

    pause.pause(MINUTE);
    deadlines.within(
        SECOND,
        () -> {
          pause.pause(MINUTE);
          pause.pause(Duration.ofMillis(1));
          clock.advance(MINUTE);
          pause.pause(MINUTE);
          return "";
        });

    assertThat(paused).containsExactly(MINUTE, SECOND, Duration.ofMillis(1), Duration.ZERO);
  }

  @Test
  void aPortThatIsHandedOutKeepsToItToo() {
    EventRepository events = deadlines.port(EventRepository.class, store.events());

    assertThatThrownBy(
            () -> {
              var evidence = events.evidence();
              deadlines.within(Duration.ZERO, evidence::size);
            })
        .isInstanceOf(DeadlinePassedException.class);
  }

  @Test
  void whatAPortThrowsIsThrownAsItIs() {
    for (Throwable thrown : List.of(new StoreException("broken"), new AssertionError("fault"))) {
      OwnerRepository broken =
          deadlines.port(
              OwnerRepository.class,
              (OwnerRepository)
                  Proxy.newProxyInstance(
                      OwnerRepository.class.getClassLoader(),
                      new Class<?>[] {OwnerRepository.class},
                      (proxy, method, arguments) -> {
                        throw thrown;
                      }));

      assertThatThrownBy(() -> broken.find(List.of())).isSameAs(thrown);
      assertThatThrownBy(() -> deadlines.within(SECOND, () -> broken.find(List.of())))
          .isSameAs(thrown);
    }
  }

  @Test
  void anAlarmThatIsTooEarlyIsSetAgain() {
    List<String> late = new ArrayList<>();
    Runnable end = deadlines.whenPassed(new Deadline(MINUTE), () -> late.add("late"));
    clock.advance(SECOND);
    alarms.get(0).run();
    assertThat(late).isEmpty();
    clock.advance(MINUTE);
    alarms.get(1).run();

    assertThat(late).containsExactly("late");
    assertThat(times).containsExactly(MINUTE, MINUTE.minus(SECOND));
    end.run();
    assertThat(ended).isEqualTo(1);
  }

  @Test
  void anAlarmThatIsEndedDoesNothing() {
    List<String> late = new ArrayList<>();
    Runnable end = deadlines.whenPassed(new Deadline(MINUTE), () -> late.add("late"));
    end.run();
    clock.advance(MINUTE);
    alarms.get(0).run();

    assertThat(late).isEmpty();
    assertThat(ended).isEqualTo(1);
  }

  @Test
  void nobodyWaitsForNoDeadline() {
    deadlines.whenPassed(Deadline.NONE, () -> {}).run();

    assertThat(alarms).isEmpty();
  }

  @Test
  void severalHaveTheTimeOfTheLast() {
    Deadline soon = new Deadline(SECOND);
    Deadline later = new Deadline(MINUTE);

    assertThat(Deadline.last(List.of(soon, later), Function.identity())).isEqualTo(later);
    assertThat(Deadline.last(List.of(later, soon), Function.identity())).isEqualTo(later);
    assertThat(Deadline.last(List.of(soon, Deadline.NONE), Function.identity()))
        .isEqualTo(Deadline.NONE);
    assertThat(Deadline.last(List.of(), Function.identity())).isEqualTo(Deadline.NONE);
  }
}
