package io.twophase.adapter.mongo.account;

import io.twophase.adapter.mongo.driver.Batches;
import io.twophase.adapter.mongo.driver.Matches;
import io.twophase.adapter.mongo.driver.Recount;
import io.twophase.adapter.mongo.driver.Writes;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.outcome.MatchOutcome;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;

/**
 * Stamps holds: one command where all have one of an older epoch. Where some have not, and the
 * server does not tell which, the holds that are as asked for by now are counted: only the owner of
 * an epoch stamps at it, so such a hold is one that it has stamped.
 */
final class HoldStamping {

  private final Writes writes;

  HoldStamping(Writes writes) {
    this.writes = writes;
  }

  List<MatchOutcome> stamp(List<Leg> legs) {
    Option<Matches> matched = writes.update(legs.stream().map(AccountUpdates::stamp).toList());
    if (matched.isEmpty()) {
      return Batches.all(legs, MatchOutcome.IN_DOUBT);
    }
    if (matched.get().total() == legs.size()) {
      return Batches.all(legs, MatchOutcome.MATCHED);
    }
    boolean isKnown = matched.get().areTold() || matched.get().total() == 0;
    return isKnown ? told(legs, matched.get()) : counted(legs);
  }

  private static List<MatchOutcome> told(List<Leg> legs, Matches matched) {
    List<MatchOutcome> outcomes = new ArrayList<>(legs.size());
    for (int at = 0; at < legs.size(); at++) {
      outcomes.add(outcome(matched.of(at).contains(1)));
    }
    return outcomes;
  }

  private List<MatchOutcome> counted(List<Leg> legs) {
    return Recount.of(
            legs, asked -> writes.update(asked.stream().map(AccountUpdates::held).toList()))
        .map(
            stamped -> {
              List<MatchOutcome> outcomes = new ArrayList<>(legs.size());
              for (int at = 0; at < legs.size(); at++) {
                outcomes.add(outcome(stamped.contains(at)));
              }
              return outcomes;
            })
        .getOrElse(() -> Batches.all(legs, MatchOutcome.IN_DOUBT));
  }

  private static MatchOutcome outcome(boolean matched) {
    return matched ? MatchOutcome.MATCHED : MatchOutcome.NOT_MATCHED;
  }
}
