package io.twophase.app.recovery;

import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Stored;
import io.twophase.domain.hold.Target;
import java.util.Currency;
import java.util.Optional;

/**
 * A hold as a sweep has seen it.
 *
 * @param target the account or the document that has it
 * @param hold what its record holds there
 * @param currency of an account: the hold's amounts are in its minor units
 */
public record Held(Target target, Hold hold, Optional<Currency> currency) {

  static Held of(Stored stored, Hold hold) {
    return new Held(
        stored.target(),
        hold,
        stored.fold(account -> Optional.of(account.currency()), document -> Optional.empty()));
  }
}
