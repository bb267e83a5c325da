package io.twophase.app.simulation.planted;

import io.twophase.domain.operation.Leg;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.ports.AccountRepository;
import io.twophase.test.forwarding.ForwardingAccounts;
import java.util.List;

/** A planted fault: settles all that is held, whatever was captured of it. */
public final class SettleInFull extends ForwardingAccounts {

  public SettleInFull(AccountRepository sound) {
    super(sound);
  }

  @Override
  public List<MatchOutcome> settle(List<Leg> legs) {
    return super.settle(
        legs.stream()
            .map(leg -> new Leg(leg.transaction(), leg.epoch(), leg.operation()))
            .toList());
  }
}
