package io.twophase.app.transfer.queue;

import io.twophase.ThreadPause;
import io.twophase.ports.Pause;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Pauses of hosts, before some of which steps are made. */
final class HostPauses implements Pause {

  private final Map<Integer, String> plans = new ConcurrentHashMap<>();
  private final AtomicInteger begun = new AtomicInteger();
  private final AtomicInteger ended = new AtomicInteger();
  private final Consumer<String> steps;

  HostPauses(Consumer<String> steps) {
    this.steps = steps;
  }

  /** Steps between ampersands are made before the n-th pause. */
  void plan(int number, String planned) {
    plans.put(number, planned);
  }

  int ended() {
    return ended.get();
  }

  @Override
  public void pause(Duration duration) {
    Optional.ofNullable(plans.get(begun.incrementAndGet()))
        .ifPresent(planned -> Stream.of(planned.split(" & ", -1)).forEach(steps));
    new ThreadPause().pause(duration);
    ended.incrementAndGet();
  }
}
