package io.twophase.app.equality;

import io.twophase.domain.account.Hold;
import io.twophase.domain.money.Money;
import io.twophase.domain.operation.Credit;
import io.twophase.domain.operation.Debit;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.operation.Side;
import io.twophase.domain.outcome.AccountSighting;
import io.twophase.domain.outcome.Sighting;
import java.util.Comparator;
import java.util.List;

/** What is seen, as what is asked and compared. */
final class Held {

  private Held() {}

  /** A hold as the leg that removes it. */
  static Leg leg(AccountSighting.Found found, Hold hold) {
    Money amount = found.account().money(hold.amount());
    return new Leg(
        hold.transaction(),
        hold.epoch(),
        hold.side() == Side.DEBIT
            ? new Debit(found.account().id(), amount)
            : new Credit(found.account().id(), amount));
  }

  /** By their ids: two stores' clocks need not put them in one order. */
  static List<Sighting> sorted(List<Sighting> sightings) {
    return StoredState.timeless(sightings).stream()
        .sorted(Comparator.comparing(Object::toString))
        .toList();
  }
}
