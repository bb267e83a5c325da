package io.twophase.domain.protocol;

/**
 * What a worker makes of each kind of event: which steps it is an answer to, and what comes next.
 */
final class Received implements Event.Cases<Worker> {

  private final Worker worker;

  Received(Worker worker) {
    this.worker = worker;
  }

  @Override
  public Worker inserted(Event.Inserted event) {
    return worker
        .step()
        .fold(
            new Answered(worker, event) {
              @Override
              public Worker begin(Step.Begin step) {
                return Protocol.inserted(worker, event.outcome());
              }

              @Override
              public Worker submit(Step.Submit step) {
                return Protocol.submitted(worker, event.outcome());
              }
            });
  }

  @Override
  public Worker moved(Event.Moved event) {
    return worker
        .step()
        .fold(
            new Answered(worker, event) {
              @Override
              public Worker move(Step.Move step) {
                return Protocol.moved(worker, step.transition(), event.outcome());
              }
            });
  }

  @Override
  public Worker holds(Event.Holds event) {
    return worker
        .step()
        .fold(
            new Answered(worker, event) {
              @Override
              public Worker placeHolds(Step.PlaceHolds step) {
                return Protocol.held(worker, step, event.outcomes());
              }

              @Override
              public Worker awaitRoom(Step.AwaitRoom step) {
                return Protocol.held(worker, step, event.outcomes());
              }
            });
  }

  @Override
  public Worker matches(Event.Matches event) {
    return worker
        .step()
        .fold(
            new Answered(worker, event) {
              @Override
              public Worker stamp(Step.Stamp step) {
                return Protocol.stamped(worker, step, event.outcomes());
              }

              @Override
              public Worker settle(Step.Settle step) {
                return Protocol.settled(worker, step, event.outcomes());
              }

              @Override
              public Worker release(Step.Release step) {
                return Protocol.released(worker, step, event.outcomes());
              }

              @Override
              public Worker withdraw(Step.Withdraw step) {
                return Protocol.withdrawn(worker, step, event.outcomes());
              }
            });
  }

  @Override
  public Worker seen(Event.Seen event) {
    return worker
        .step()
        .fold(
            new Answered(worker, event) {
              @Override
              public Worker reread(Step.Reread step) {
                return Rereading.next(worker, event);
              }

              @Override
              public Worker await(Step.Await step) {
                return Rereading.next(worker, event);
              }
            });
  }

  @Override
  public Worker patienceSpent(Event.PatienceSpent event) {
    return worker
        .step()
        .fold(
            new Answered(worker, event) {
              @Override
              public Worker awaitRoom(Step.AwaitRoom step) {
                return Protocol.beginCancel(worker, step.epoch(), step.busy());
              }
            });
  }

  /** Any step may be given up, but there is none left once it has stopped. */
  @Override
  public Worker gaveUp(Event.GaveUp event) {
    if (worker.step() instanceof Step.Stop stop) {
      return new Answered(worker, event) {}.stop(stop);
    }
    return worker.stop(GivingUp.result(worker));
  }
}
