package io.twophase.app.simulation.planted;

import io.twophase.domain.operation.Debit;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.outcome.AccountHoldOutcome;
import io.twophase.ports.AccountRepository;
import io.twophase.test.forwarding.ForwardingAccounts;
import java.util.List;

/** A planted fault: of as much as there is, holds less than that. */
public final class MeanHolds extends ForwardingAccounts {

  public MeanHolds(AccountRepository sound) {
    super(sound);
  }

  @Override
  public List<AccountHoldOutcome> hold(List<Leg> legs) {
    return super.hold(legs.stream().map(MeanHolds::less).toList());
  }

  private static Leg less(Leg leg) {
    return leg.operation() instanceof Debit debit && debit.atMost() && debit.amount().minor() > 1
        ? new Leg(
            leg.transaction(),
            leg.epoch(),
            Debit.atMost(debit.account(), debit.of(debit.amount().minor() / 2).amount()))
        : leg;
  }
}
