package io.twophase.test.fault;

import io.twophase.domain.range.RangeCall;
import io.twophase.domain.range.RangeRequest;
import io.vavr.control.Option;

/** Which kind of write a request of a batch is; a look is none. */
final class RangeKinds implements RangeRequest.Cases<Option<WriteKind>> {

  private static final RangeKinds KINDS = new RangeKinds();

  private RangeKinds() {}

  static boolean isWrite(RangeCall call) {
    return call.request().fold(KINDS).isDefined();
  }

  /** Of one that is a write. */
  static WriteKind of(RangeCall call) {
    return call.request().fold(KINDS).get();
  }

  @Override
  public Option<WriteKind> hold(RangeRequest.Hold request) {
    return Option.some(WriteKind.HOLD);
  }

  @Override
  public Option<WriteKind> look(RangeRequest.Look request) {
    return Option.none();
  }

  @Override
  public Option<WriteKind> stamp(RangeRequest.Stamp request) {
    return Option.some(WriteKind.STAMP);
  }

  @Override
  public Option<WriteKind> settle(RangeRequest.Settle request) {
    return Option.some(WriteKind.SETTLE);
  }

  @Override
  public Option<WriteKind> release(RangeRequest.Release request) {
    return Option.some(WriteKind.RELEASE);
  }

  @Override
  public Option<WriteKind> withdraw(RangeRequest.Withdraw request) {
    return Option.some(WriteKind.WITHDRAW);
  }
}
