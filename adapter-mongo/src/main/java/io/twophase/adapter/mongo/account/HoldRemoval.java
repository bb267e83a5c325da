package io.twophase.adapter.mongo.account;

import com.mongodb.client.model.UpdateOneModel;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.document.HoldDocuments;
import io.twophase.adapter.mongo.driver.Matches;
import io.twophase.adapter.mongo.driver.Reads;
import io.twophase.adapter.mongo.driver.Resolving;
import io.twophase.adapter.mongo.driver.Writes;
import io.twophase.domain.account.Hold;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.ports.StoreException;
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
 * hold is removed, and where it did not, it was not there. Of those that went together none may be
 * removed because one is gone, so where they did not match each is sent again on its own. Then the
 * accounts are read, but only to find holds that are there all the same, which no update can
 * remove: to acknowledge one would end a transaction whose money has not moved. A read that shows
 * nothing says nothing, for it may be older than the hold.
 */
final class HoldRemoval {

  /** How often holds are sent for again that are there; one may come late, between two commands. */
  private static final int TRIES = 20;

  private final Writes writes;
  private final Reads reads;
  private final String verb;
  private final Function<LegGroup, UpdateOneModel<BsonDocument>> update;
  private final BiPredicate<Leg, Hold> removes;

  private HoldRemoval(
      Writes writes,
      Reads reads,
      String verb,
      Function<LegGroup, UpdateOneModel<BsonDocument>> update,
      BiPredicate<Leg, Hold> removes) {
    this.writes = writes;
    this.reads = reads;
    this.verb = verb;
    this.update = update;
    this.removes = removes;
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
        (leg, hold) -> hold.isOf(leg.operation()));
  }

  private static boolean isOfItsEpoch(Leg leg, Hold hold) {
    return hold.epoch().equals(leg.epoch()) && hold.isOf(leg.operation());
  }

  List<MatchOutcome> remove(List<Leg> legs) {
    List<LegGroup> groups = HoldCoalescing.ofRemovals(legs);
    Option<Matches> matched = send(groups);
    LegAnswers<MatchOutcome> answers = new LegAnswers<>(legs);
    boolean someRemoved = false;
    for (int tries = 0; tries < TRIES; tries++) {
      if (matched.isEmpty()) {
        return answers.orElse(MatchOutcome.IN_DOUBT);
      }
      if (matched.get().total() == groups.size()) {
        return answers.orElse(MatchOutcome.MATCHED);
      }
      someRemoved |= !matched.get().areTold() && matched.get().total() > 0;
      Option<List<Option<MatchOutcome>>> known =
          judge(answers.open(), groups, matched.get(), someRemoved);
      if (known.isEmpty()) {
        return answers.orElse(MatchOutcome.IN_DOUBT);
      }
      answers.take(known.get());
      if (answers.areComplete()) {
        return answers.orElse(MatchOutcome.IN_DOUBT);
      }
      List<LegGroup> again = HoldCoalescing.singly(answers.open());
      groups = again;
      matched = Resolving.write(() -> send(again));
    }
    Leg leg = answers.open().get(0);
    throw new StoreException(
        "account "
            + leg.account()
            + " has a hold of transaction "
            + leg.transaction()
            + " at epoch "
            + leg.epoch()
            + " that does not "
            + verb
            + ": it is not as it was placed, or the account cannot be read");
  }

  private Option<Matches> send(List<LegGroup> groups) {
    return writes.update(groups.stream().map(update).toList());
  }

  /**
   * One answer for each leg that was sent, none for one that has to be sent again; nothing if that
   * cannot be told.
   *
   * @param someRemoved whether this call has removed some, and it is not told which
   */
  private Option<List<Option<MatchOutcome>>> judge(
      List<Leg> sent, List<LegGroup> groups, Matches matched, boolean someRemoved) {
    Set<Integer> removed = LegAnswers.places(groups, matched);
    // those that went alone, and of which it is not told that they matched: they are not there now
    Set<Integer> gone = new HashSet<>();
    for (LegGroup group : groups) {
      if (group.size() == 1 && !removed.contains(group.places().get(0))) {
        gone.add(group.places().get(0));
      }
    }
    return look(sent, gone)
        .map(
            seen -> {
              Set<Leg> named = new HashSet<>();
              List<Option<MatchOutcome>> answers = new ArrayList<>(sent.size());
              for (int place = 0; place < sent.size(); place++) {
                Leg leg = sent.get(place);
                if (removed.contains(place)) {
                  answers.add(Option.some(MatchOutcome.MATCHED));
                } else if (!gone.contains(place) || isThereStill(leg, seen)) {
                  answers.add(Option.none());
                } else {
                  boolean byThis = someRemoved && showsNone(leg, seen) && named.add(leg);
                  answers.add(
                      Option.some(byThis ? MatchOutcome.MATCHED : MatchOutcome.NOT_MATCHED));
                }
              }
              return answers;
            });
  }

  private Option<Map<String, BsonDocument>> look(List<Leg> sent, Set<Integer> places) {
    if (places.isEmpty()) {
      return Option.some(Map.of());
    }
    List<String> ids = places.stream().map(place -> sent.get(place).account().value()).toList();
    return Resolving.read(() -> reads.fieldById(Field.PENDING, ids));
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
