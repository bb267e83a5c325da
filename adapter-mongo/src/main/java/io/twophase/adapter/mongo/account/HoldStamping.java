package io.twophase.adapter.mongo.account;

import io.twophase.adapter.mongo.call.Part;
import io.twophase.adapter.mongo.driver.Answer;
import io.twophase.adapter.mongo.driver.Matches;
import io.twophase.adapter.mongo.driver.Recount;
import io.twophase.adapter.mongo.driver.Writes;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.outcome.MatchOutcome;
import io.vavr.control.Either;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Stamps holds: one command where all have one of an older epoch. Where some have not, and the
 * server does not tell which, the holds that are as asked for by now are counted: only the owner of
 * an epoch stamps at it, so such a hold is one that it has stamped.
 */
final class HoldStamping {

  private final Writes writes;
  private final LegRounds<MatchOutcome> rounds;

  HoldStamping(Writes writes) {
    this.writes = writes;
    this.rounds =
        new LegRounds<>(
            writes,
            group -> AccountUpdates.stamp(group.first()),
            MatchOutcome.MATCHED,
            MatchOutcome.IN_DOUBT);
  }

  Part<MatchOutcome> stamp(List<Leg> legs) {
    return rounds.of(legs, HoldCoalescing.singly(legs), this::explain);
  }

  /** An answer for every leg: none is sent again. */
  private Answer<List<Either<String, MatchOutcome>>> explain(LegRound round) {
    return Recount.unlessTold(
            round.legs(),
            round.matched(),
            asked -> writes.update(asked.stream().map(AccountUpdates::held).toList()))
        .map(
            stamped ->
                IntStream.range(0, round.legs().size())
                    .<Either<String, MatchOutcome>>mapToObj(
                        at -> Either.right(Matches.outcome(stamped.contains(at))))
                    .toList());
  }
}
