package io.twophase.test.equality.range;

import io.twophase.domain.account.StatusChange;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.operation.Leg;
import io.twophase.test.equality.Shrinking;
import java.util.List;
import java.util.stream.Stream;

/** One call: on ranges; or a lone hold, its end, or a change of status. */
sealed interface Step {

  record Ask(List<Drawn> drawn) implements Step {}

  record Lone(String verb, Leg leg) implements Step {}

  record Change(AccountId account, StatusChange change) implements Step {}

  /** The same of fewer requests: each of these lacks one. */
  default Stream<Step> smaller() {
    return this instanceof Ask ask
        ? Shrinking.withoutOne(ask.drawn()).map(Ask::new)
        : Stream.empty();
  }
}
