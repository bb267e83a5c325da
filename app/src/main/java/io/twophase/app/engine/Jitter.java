package io.twophase.app.engine;

import io.twophase.domain.Owner.Token;
import io.twophase.domain.machine.Step;
import io.twophase.domain.machine.Worker;
import java.time.Duration;

/**
 * Makes pauses unequal, so that transactions which wait for each other's documents do not try again
 * all at once: the same run gets the same pauses, and two runs hardly ever do. After Brooker,
 * "Exponential Backoff And Jitter" (AWS Architecture Blog, 2015), in the form that keeps half.
 */
public final class Jitter {

  private static final int STEPS = 1024;

  private Jitter() {}

  /** Between half of the pause and all of it, if the worker waits for room; else all of it. */
  public static Duration of(Duration pause, Worker worker) {
    return worker.step() instanceof Step.Place ? of(pause, worker.owner().token()) : pause;
  }

  /** Between half of the pause and all of it, as the token has it. */
  public static Duration of(Duration pause, Token token) {
    Duration half = pause.dividedBy(2);
    String text = token.value() + pause.toNanos();
    int step = Math.floorMod(text.hashCode(), STEPS);
    return half.plus(half.multipliedBy(step).dividedBy(STEPS));
  }
}
