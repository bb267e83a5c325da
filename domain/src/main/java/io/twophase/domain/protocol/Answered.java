package io.twophase.domain.protocol;

/**
 * How each step answers one kind of event. By default it refuses the event: an event that is no
 * answer to the step is a fault of the program that drives the worker.
 */
abstract class Answered implements Step.Cases<Worker> {

  private final Worker worker;
  private final Event event;

  Answered(Worker worker, Event event) {
    this.worker = worker;
    this.event = event;
  }

  @Override
  public Worker begin(Step.Begin step) {
    throw noAnswer();
  }

  @Override
  public Worker submit(Step.Submit step) {
    throw noAnswer();
  }

  @Override
  public Worker move(Step.Move step) {
    throw noAnswer();
  }

  @Override
  public Worker placeHolds(Step.PlaceHolds step) {
    throw noAnswer();
  }

  @Override
  public Worker awaitRoom(Step.AwaitRoom step) {
    throw noAnswer();
  }

  @Override
  public Worker stamp(Step.Stamp step) {
    throw noAnswer();
  }

  @Override
  public Worker settle(Step.Settle step) {
    throw noAnswer();
  }

  @Override
  public Worker release(Step.Release step) {
    throw noAnswer();
  }

  @Override
  public Worker withdraw(Step.Withdraw step) {
    throw noAnswer();
  }

  @Override
  public Worker reread(Step.Reread step) {
    throw noAnswer();
  }

  @Override
  public Worker await(Step.Await step) {
    throw noAnswer();
  }

  @Override
  public Worker stop(Step.Stop step) {
    throw noAnswer();
  }

  private IllegalStateException noAnswer() {
    return new IllegalStateException(
        "transaction " + worker.id() + ": " + event + " is no answer to " + worker.step());
  }
}
