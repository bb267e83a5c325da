package io.twophase.adapter.inmemory.planted;

import io.twophase.adapter.inmemory.InMemoryAccountRepository;
import io.twophase.domain.account.RangeLook;
import io.twophase.domain.operation.HoldLimit;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.outcome.RangeReply;
import io.twophase.domain.range.Range;
import io.twophase.domain.range.RangeCall;
import io.twophase.domain.range.RangeHold;
import io.twophase.domain.range.RangeRequest;
import io.twophase.domain.testing.Fixtures;
import io.twophase.ports.RangeRepository;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Repositories of ranges over a sound one, each of which breaks one promise. */
final class PlantedRanges {

  private PlantedRanges() {}

  /** A sound one. */
  static class OverSoundRanges implements RangeRepository {
    final InMemoryAccountRepository accounts = new InMemoryAccountRepository(HoldLimit.DEFAULT);
    final RangeRepository sound = accounts.ranges();

    @Override
    public List<RangeReply> ask(List<RangeCall> calls) {
      List<RangeReply> replies = new ArrayList<>();
      calls.forEach(call -> replies.add(ask(call)));
      return replies;
    }

    RangeReply ask(RangeCall call) {
      return ask(call, call.request());
    }

    final RangeReply ask(RangeCall call, RangeRequest request) {
      return sound.ask(List.of(new RangeCall(call.batch(), request))).get(0);
    }

    final Option<RangeHold> held(RangeCall call) {
      RangeReply reply = ask(call, new RangeRequest.Look(call.account(), Fixtures.USD));
      return reply.fold(
          counted -> Option.none(),
          seen ->
              seen.look()
                  .fold(
                      held -> Option.some(held.hold()),
                      never -> Option.none(),
                      full -> Option.none(),
                      bounds -> Option.none()));
    }
  }

  static final class SettleIgnoresTheEpoch extends OverSoundRanges {
    @Override
    RangeReply ask(RangeCall call) {
      return call.request() instanceof RangeRequest.Settle settle && held(call).isDefined()
          ? ask(
              call,
              new RangeRequest.Settle(settle.account(), held(call).get().epoch(), settle.net()))
          : super.ask(call);
    }
  }

  /** Ends nothing where the hold is another than its caller believes, and calls it gone. */
  static final class SettleBelievesItsCaller extends OverSoundRanges {
    @Override
    RangeReply ask(RangeCall call) {
      boolean isOther =
          call.held().isDefined() && !held(call).map(RangeHold::range).equals(call.held());
      return isOther ? new RangeReply.Counted(MatchOutcome.NOT_MATCHED) : super.ask(call);
    }
  }

  static final class WithdrawIgnoresTheEpoch extends OverSoundRanges {
    @Override
    RangeReply ask(RangeCall call) {
      return call.request() instanceof RangeRequest.Withdraw
          ? ask(call, new RangeRequest.Release(call.account()))
          : super.ask(call);
    }
  }

  static final class ReleaseNeedsTheFirstEpoch extends OverSoundRanges {
    @Override
    RangeReply ask(RangeCall call) {
      return call.request() instanceof RangeRequest.Release
          ? ask(call, new RangeRequest.Withdraw(call.account(), Fixtures.epoch(1)))
          : super.ask(call);
    }
  }

  static final class StampTakesAnyHold extends OverSoundRanges {
    @Override
    RangeReply ask(RangeCall call) {
      return call.request() instanceof RangeRequest.Stamp stamp && held(call).isDefined()
          ? ask(call, new RangeRequest.Stamp(stamp.account(), held(call).get(), stamp.epoch()))
          : super.ask(call);
    }
  }

  static final class HoldForgetsWhatWasThere extends OverSoundRanges {
    @Override
    RangeReply ask(RangeCall call) {
      if (!(call.request() instanceof RangeRequest.Hold hold)) {
        return super.ask(call);
      }
      Range whole = Range.whole(hold.range().debit(), hold.range().credit());
      return ask(call, new RangeRequest.Hold(hold.account(), hold.epoch(), whole, hold.currency()));
    }
  }

  static final class HoldReplacesTheHoldThatIsThere extends OverSoundRanges {
    @Override
    RangeReply ask(RangeCall call) {
      if (call.request() instanceof RangeRequest.Hold) {
        ask(call, new RangeRequest.Release(call.account()));
      }
      return super.ask(call);
    }
  }

  static final class EveryWriteIsMatched extends OverSoundRanges {
    @Override
    RangeReply ask(RangeCall call) {
      return super.ask(call)
          .fold(counted -> new RangeReply.Counted(MatchOutcome.MATCHED), seen -> seen);
    }
  }

  static final class LookIsRemembered extends OverSoundRanges {
    private final Map<RangeCall, RangeReply> seen = new HashMap<>();

    @Override
    RangeReply ask(RangeCall call) {
      return call.request() instanceof RangeRequest.Look
          ? seen.computeIfAbsent(call, super::ask)
          : super.ask(call);
    }
  }

  static final class LookShowsTheBoundsOfWhatIsFrozen extends OverSoundRanges {
    @Override
    RangeReply ask(RangeCall call) {
      return super.ask(call)
          .fold(
              counted -> counted,
              seen ->
                  seen.look() instanceof RangeLook.Never
                      ? new RangeReply.Seen(new RangeLook.Bounds(0, 0))
                      : seen);
    }
  }

  static final class RepliesAreInAnOrderOfTheirOwn extends OverSoundRanges {
    @Override
    public List<RangeReply> ask(List<RangeCall> calls) {
      List<RangeReply> replies = new ArrayList<>(super.ask(calls));
      Collections.reverse(replies);
      return replies;
    }
  }
}
