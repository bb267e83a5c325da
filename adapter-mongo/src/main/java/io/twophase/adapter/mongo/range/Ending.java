package io.twophase.adapter.mongo.range;

import io.twophase.domain.id.AccountId;
import io.twophase.domain.id.BatchId;
import io.twophase.domain.id.Epoch;
import io.twophase.domain.range.Range;
import io.twophase.domain.range.RangeCall;
import io.twophase.domain.range.RangeHold;
import io.twophase.domain.range.RangeRequest;
import io.vavr.control.Option;

/**
 * A request that ends a hold: a settle, a release or a withdrawal.
 *
 * @param epoch at which the hold must be; of a release, any
 * @param net what moves of the balance, in minor units; none but at a settle
 * @param held the range that the caller knows to be held
 */
record Ending(AccountId account, BatchId batch, Option<Epoch> epoch, long net, Option<Range> held) {

  /**
   * The request of a call.
   *
   * @throws IllegalArgumentException if it ends nothing
   */
  static Ending of(RangeCall call) {
    return call.request().fold(new OfRequest(call));
  }

  /** The hold to be ended, as far as the caller knows it. */
  Option<RangeHold> known() {
    return epoch.flatMap(
        at ->
            held.filter(range -> range.allows(net)).map(range -> new RangeHold(batch, at, range)));
  }

  /** Whether a hold is one that this ends. */
  boolean ends(RangeHold hold) {
    return hold.batch().equals(batch) && epoch.forAll(hold.epoch()::equals);
  }

  /** What it is, for people. */
  @Override
  public String toString() {
    return "hold of " + batch + epoch.map(at -> " at epoch " + at).getOrElse("");
  }

  private record OfRequest(RangeCall call) implements RangeRequest.Cases<Ending> {

    @Override
    public Ending settle(RangeRequest.Settle request) {
      return at(Option.some(request.epoch()), request.net());
    }

    @Override
    public Ending release(RangeRequest.Release request) {
      return at(Option.none(), 0);
    }

    @Override
    public Ending withdraw(RangeRequest.Withdraw request) {
      return at(Option.some(request.epoch()), 0);
    }

    private Ending at(Option<Epoch> epoch, long net) {
      return new Ending(call.account(), call.batch(), epoch, net, call.held());
    }

    @Override
    public Ending hold(RangeRequest.Hold request) {
      throw none();
    }

    @Override
    public Ending look(RangeRequest.Look request) {
      throw none();
    }

    @Override
    public Ending stamp(RangeRequest.Stamp request) {
      throw none();
    }

    private IllegalArgumentException none() {
      return new IllegalArgumentException(call + " ends no hold");
    }
  }
}
