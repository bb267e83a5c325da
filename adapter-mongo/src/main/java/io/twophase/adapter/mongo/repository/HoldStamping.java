package io.twophase.adapter.mongo.repository;

import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.document.HoldDocuments;
import io.twophase.adapter.mongo.driver.Batches;
import io.twophase.adapter.mongo.driver.Matches;
import io.twophase.adapter.mongo.driver.Reads;
import io.twophase.adapter.mongo.driver.Writes;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.outcome.MatchOutcome;
import io.vavr.control.Option;
import java.util.List;
import java.util.Map;
import org.bson.BsonDocument;

/**
 * Stamps holds: one command where all have one of an older epoch. Where some have not, the accounts
 * are read: only the owner of an epoch stamps at it, so a hold of that epoch is one that it has
 * stamped.
 */
final class HoldStamping {

  private final Writes writes;
  private final Reads reads;

  HoldStamping(Writes writes, Reads reads) {
    this.writes = writes;
    this.reads = reads;
  }

  List<MatchOutcome> stamp(List<Leg> legs) {
    Option<Matches> matched = writes.update(legs.stream().map(AccountUpdates::stamp).toList());
    if (matched.isEmpty()) {
      return Batches.all(legs, MatchOutcome.IN_DOUBT);
    }
    if (matched.get().total() == legs.size()) {
      return Batches.all(legs, MatchOutcome.MATCHED);
    }
    Answers<MatchOutcome> answers = new Answers<>(legs);
    answers.matched(Coalescing.singly(legs), matched.get(), MatchOutcome.MATCHED);
    boolean isKnown = matched.get().areTold() || matched.get().total() == 0;
    return isKnown ? answers.orElse(MatchOutcome.NOT_MATCHED) : readBack(legs);
  }

  private List<MatchOutcome> readBack(List<Leg> legs) {
    List<String> ids = legs.stream().map(leg -> leg.account().value()).toList();
    return Resolving.read(() -> reads.fieldById(Field.PENDING, ids))
        .map(seen -> legs.stream().map(leg -> outcome(leg, seen)).toList())
        .getOrElse(() -> Batches.all(legs, MatchOutcome.IN_DOUBT));
  }

  private static MatchOutcome outcome(Leg leg, Map<String, BsonDocument> seen) {
    boolean stamped =
        Option.of(seen.get(leg.account().value()))
            .flatMap(account -> HoldDocuments.epochHeld(account, leg.transaction()))
            .contains(leg.epoch());
    return stamped ? MatchOutcome.MATCHED : MatchOutcome.NOT_MATCHED;
  }
}
