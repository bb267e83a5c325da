package io.twophase.domain.protocol;

import static io.twophase.domain.testing.Fixtures.ON_REQUEST;

/** A worker at each kind of step, as it comes there. */
enum Situation {
  BEGIN,
  SUBMIT,
  CLAIM,
  HOLD,
  AWAIT_ROOM,
  DECIDE,
  SETTLE,
  FINISH,
  REREAD,
  TAKE_OVER,
  STAMP,
  BEGIN_CANCEL,
  RELEASE,
  FINISH_CANCEL,
  CANCEL_UNCLAIMED,
  WITHDRAW,
  WITHDRAW_AND_STOP,
  AWAIT,
  STOP;

  Worker worker() {
    return switch (this) {
      case BEGIN -> start(new Goal.Run(EventFixture.BODY));
      case SUBMIT -> start(new Goal.Submit(EventFixture.BODY));
      case CLAIM -> start(new Goal.Resume()).after(EventFixture.event("seen INITIAL nobody@0"));
      case HOLD -> BEGIN.observes("inserted BEGUN");
      case AWAIT_ROOM -> HOLD.observes("holds held busy");
      case DECIDE -> HOLD.observes("holds held held");
      case SETTLE -> DECIDE.observes("moved MATCHED");
      case FINISH -> SETTLE.observes("matches MATCHED MATCHED");
      case REREAD -> HOLD.observes("holds held doubt");
      case TAKE_OVER -> REREAD.observes("seen PENDING mine@1");
      case STAMP -> TAKE_OVER.observes("moved MATCHED");
      case BEGIN_CANCEL -> HOLD.observes("holds refused held");
      case RELEASE -> BEGIN_CANCEL.observes("moved MATCHED");
      case FINISH_CANCEL -> RELEASE.observes("matches NOT_MATCHED MATCHED");
      case CANCEL_UNCLAIMED ->
          start(new Goal.Cancel(ON_REQUEST)).after(EventFixture.event("seen INITIAL nobody@0"));
      case WITHDRAW -> REREAD.observes("seen PENDING other@2");
      case WITHDRAW_AND_STOP -> REREAD.observes("seen DONE other@2");
      case AWAIT ->
          BEGIN.observes("inserted ID_TAKEN").after(EventFixture.event("seen PENDING other@1"));
      case STOP -> FINISH.observes("moved MATCHED");
    };
  }

  private Worker observes(String event) {
    return worker().after(EventFixture.event(event));
  }

  private static Worker start(Goal goal) {
    return EventFixture.worker(goal, HoldOrder.TOGETHER);
  }
}
