package io.twophase.app.simulation.planted;

import io.twophase.domain.operation.Leg;
import io.twophase.domain.outcome.AccountHoldOutcome;
import io.twophase.ports.AccountRepository;
import io.twophase.test.forwarding.ForwardingAccounts;
import java.util.ArrayList;
import java.util.List;

/** A planted fault: of some holds it says that they are placed, and places nothing. */
public final class ForgottenHolds extends ForwardingAccounts {

  private static final int FORGOTTEN = 200;

  private int holds;

  public ForgottenHolds(AccountRepository sound) {
    super(sound);
  }

  @Override
  public List<AccountHoldOutcome> hold(List<Leg> legs) {
    List<AccountHoldOutcome> outcomes = new ArrayList<>();
    for (Leg leg : legs) {
      outcomes.add(
          ++holds % FORGOTTEN == 0 ? AccountHoldOutcome.held() : super.hold(List.of(leg)).get(0));
    }
    return outcomes;
  }
}
