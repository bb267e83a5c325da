package io.twophase.app.simulation.planted;

import io.twophase.domain.id.Epoch;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.outcome.AccountLookup;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.ports.AccountRepository;
import io.twophase.test.forwarding.ForwardingAccounts;
import java.util.List;

/** A planted fault: settles what is held, at whatever epoch. */
public final class UnfencedSettle extends ForwardingAccounts {

  public UnfencedSettle(AccountRepository sound) {
    super(sound);
  }

  @Override
  public List<MatchOutcome> settle(List<Leg> legs) {
    return super.settle(legs.stream().map(this::atTheHeldEpoch).toList());
  }

  private Leg atTheHeldEpoch(Leg leg) {
    Epoch epoch =
        find(List.of(leg.account())).get(0) instanceof AccountLookup.Found found
            ? found
                .account()
                .holds()
                .get(leg.transaction())
                .map(hold -> hold.epoch())
                .getOrElse(leg.epoch())
            : leg.epoch();
    return new Leg(leg.transaction(), epoch, leg.operation());
  }
}
