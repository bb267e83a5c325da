package io.twophase.cli.account;

import io.twophase.cli.failure.CommandFailure;
import io.twophase.cli.view.Arguments;
import io.twophase.domain.Money;
import io.vavr.control.Option;
import java.util.Currency;
import org.jspecify.annotations.Nullable;

/**
 * The bounds of an account from the texts of a command line.
 *
 * @param currency of its amounts
 */
record BoundArguments(Currency currency) {

  /** The floor as given, or as minus the overdraft; none if neither is given. */
  Option<Money> floor(@Nullable String floor, @Nullable String overdraft) {
    if (overdraft == null) {
      return Option.of(floor).map(text -> Arguments.amount("floor", text, currency));
    }
    if (floor != null) {
      throw CommandFailure.badInput("--overdraft A is --floor -A: give one of them");
    }
    Money limit = Arguments.amount("overdraft", overdraft, currency);
    if (limit.minor() < 0) {
      throw CommandFailure.badInput("overdraft " + limit + " is below zero");
    }
    return Option.some(new Money(-limit.minor(), currency));
  }

  /** The ceiling, if one is given. */
  Option<Money> ceiling(@Nullable String ceiling) {
    return Option.of(ceiling).map(text -> Arguments.amount("ceiling", text, currency));
  }
}
