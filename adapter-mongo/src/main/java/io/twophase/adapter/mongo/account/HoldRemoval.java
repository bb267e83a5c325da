package io.twophase.adapter.mongo.account;

import com.mongodb.client.model.UpdateOneModel;
import io.twophase.adapter.mongo.call.Part;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.document.HoldDocuments;
import io.twophase.adapter.mongo.driver.Answer;
import io.twophase.adapter.mongo.driver.Matches;
import io.twophase.adapter.mongo.driver.Reads;
import io.twophase.adapter.mongo.driver.Writes;
import io.twophase.domain.account.Hold;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.outcome.MatchOutcome;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Function;
import org.bson.BsonDocument;

/**
 * Settles, releases or withdraws holds: one command where all are there, those of an account
 * together.
 *
 * <p>A leg is answered only after an update of its own was acknowledged: where that matched, the
 * hold is removed, and where it did not, it was not there. An update of several legs removes none
 * of them if one hold is missing; so if it did not match, each leg is sent again on its own. Then
 * the accounts are read, but only to find holds that are there all the same, which no update can
 * remove: to acknowledge one would end a transaction whose money has not moved. A read that shows
 * nothing says nothing, for it may be older than the hold.
 */
final class HoldRemoval {

  private final Reads reads;
  private final String verb;
  private final BiPredicate<Leg, Hold> removes;
  private final LegRounds<MatchOutcome> rounds;

  private HoldRemoval(
      Writes writes,
      Reads reads,
      String verb,
      Function<LegGroup, UpdateOneModel<BsonDocument>> update,
      BiPredicate<Leg, Hold> removes) {
    this.reads = reads;
    this.verb = verb;
    this.removes = removes;
    this.rounds = new LegRounds<>(writes, update, MatchOutcome.MATCHED, MatchOutcome.IN_DOUBT);
  }

  static HoldRemoval settling(Writes writes, Reads reads) {
    return new HoldRemoval(
        writes, reads, "settle", AccountUpdates::settle, HoldRemoval::isOfItsEpoch);
  }

  static HoldRemoval withdrawing(Writes writes, Reads reads) {
    return new HoldRemoval(
        writes, reads, "withdraw", AccountUpdates::withdraw, HoldRemoval::isOfItsEpoch);
  }

  static HoldRemoval releasing(Writes writes, Reads reads) {
    return new HoldRemoval(
        writes,
        reads,
        "release",
        AccountUpdates::release,
        (leg, hold) -> hold.isExactly(leg.operation()));
  }

  private static boolean isOfItsEpoch(Leg leg, Hold hold) {
    return hold.epoch().equals(leg.epoch()) && hold.isExactly(leg.operation());
  }

  Part<MatchOutcome> remove(List<Leg> legs) {
    return rounds.of(legs, HoldCoalescing.ofRemovals(legs), this::explain);
  }

  private Answer<List<Either<String, MatchOutcome>>> explain(LegRound round) {
    Set<Integer> removed = round.placesMatched();
    // legs that were sent alone and are not known to have matched: their holds are not there now
    Set<Integer> absent = new HashSet<>();
    for (LegGroup group : round.groups()) {
      if (group.size() == 1 && !removed.contains(group.places().get(0))) {
        absent.add(group.places().get(0));
      }
    }
    return readHolds(round.legs(), absent).map(seen -> outcomes(round, removed, absent, seen));
  }

  private List<Either<String, MatchOutcome>> outcomes(
      LegRound round, Set<Integer> removed, Set<Integer> absent, Map<String, BsonDocument> seen) {
    Set<Leg> named = new HashSet<>();
    List<Either<String, MatchOutcome>> answers = new ArrayList<>(round.legs().size());
    for (int place = 0; place < round.legs().size(); place++) {
      Leg leg = round.legs().get(place);
      if (removed.contains(place)) {
        answers.add(Either.right(MatchOutcome.MATCHED));
      } else if (!absent.contains(place) || isThereStill(leg, seen)) {
        answers.add(Either.left(stuck(leg)));
      } else {
        boolean byThis = round.someUntold() && showsNone(leg, seen) && named.add(leg);
        answers.add(Either.right(Matches.outcome(byThis)));
      }
    }
    return answers;
  }

  private String stuck(Leg leg) {
    return "account "
        + leg.account()
        + " has a hold of transaction "
        + leg.transaction()
        + " at epoch "
        + leg.epoch()
        + " that does not "
        + verb
        + ": it is not as it was placed, or the account cannot be read";
  }

  private Answer<Map<String, BsonDocument>> readHolds(List<Leg> sent, Set<Integer> places) {
    if (places.isEmpty()) {
      return Answer.certain(Map.of());
    }
    List<String> ids = places.stream().map(place -> sent.get(place).account().value()).toList();
    return Answer.ofFollowUpRead(() -> reads.fieldById(Field.PENDING, ids));
  }

  private boolean isThereStill(Leg leg, Map<String, BsonDocument> seen) {
    return Option.of(seen.get(leg.account().value()))
        .exists(
            account ->
                HoldDocuments.mayHold(account, leg.transaction(), hold -> removes.test(leg, hold)));
  }

  /** The account is there, with no hold of the transaction; with one, it was not this that went. */
  private static boolean showsNone(Leg leg, Map<String, BsonDocument> seen) {
    return Option.of(seen.get(leg.account().value()))
        .exists(account -> !HoldDocuments.mayHold(account, leg.transaction(), hold -> true));
  }
}
