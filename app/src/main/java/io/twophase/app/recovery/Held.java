package io.twophase.app.recovery;

import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Stored;
import io.twophase.domain.hold.Target;
import io.vavr.control.Option;
import java.util.Currency;

/**
 * A hold as a sweep has seen it.
 *
 * @param target the account or the document that has it
 * @param hold what its record holds there
 * @param currency of an account: the hold's amounts are in its minor units
 */
public record Held(Target target, Hold hold, Option<Currency> currency) {

  static Held of(Stored stored, Hold hold) {
    return new Held(
        stored.target(),
        hold,
        stored.fold(account -> Option.some(account.currency()), document -> Option.none()));
  }
}
