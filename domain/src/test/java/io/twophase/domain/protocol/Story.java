package io.twophase.domain.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.testing.Fixtures;

/** One worker's run, step by step. */
final class Story {

  private Worker worker;

  private Story(Worker worker) {
    this.worker = worker;
  }

  static Story running() {
    return of(new Goal.Run(EventFixture.BODY));
  }

  static Story canceling() {
    return of(new Goal.Cancel(Fixtures.ON_REQUEST));
  }

  static Story of(Goal goal) {
    return of(goal, HoldOrder.TOGETHER);
  }

  static Story of(Goal goal, HoldOrder order) {
    return new Story(EventFixture.worker(goal, order));
  }

  /** The worker's next step, in the tables' words. */
  Story next(String step) {
    assertThat(Words.of(worker.step())).isEqualTo(step);
    return this;
  }

  /** What came of it. */
  Story observes(String event) {
    return observes(EventFixture.event(event));
  }

  Story observes(Event event) {
    worker = worker.after(event);
    return this;
  }

  /** How it ended. */
  void ends(Result result) {
    assertThat(worker.result()).containsExactly(result);
  }

  Worker worker() {
    return worker;
  }
}
