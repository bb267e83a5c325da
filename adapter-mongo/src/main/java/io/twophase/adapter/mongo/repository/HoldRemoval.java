package io.twophase.adapter.mongo.repository;

import com.mongodb.client.model.UpdateOneModel;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.document.HoldDocuments;
import io.twophase.adapter.mongo.driver.Batches;
import io.twophase.adapter.mongo.driver.Reads;
import io.twophase.adapter.mongo.driver.Writes;
import io.twophase.domain.id.Epoch;
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
 * Settles, releases or withdraws holds: one command where all are there. Where some are not, the
 * accounts are read to make sure that none of those asked for is there any more: to acknowledge one
 * that is would end a transaction whose money has not moved.
 */
final class HoldRemoval {

  /** How often a hold is sent for again that is there; one may come late, between two commands. */
  private static final int TRIES = 20;

  private final Writes writes;
  private final Reads reads;
  private final String verb;
  private final Function<Leg, UpdateOneModel<BsonDocument>> update;
  private final BiPredicate<Leg, Epoch> removes;

  private HoldRemoval(
      Writes writes,
      Reads reads,
      String verb,
      Function<Leg, UpdateOneModel<BsonDocument>> update,
      BiPredicate<Leg, Epoch> removes) {
    this.writes = writes;
    this.reads = reads;
    this.verb = verb;
    this.update = update;
    this.removes = removes;
  }

  static HoldRemoval settling(Writes writes, Reads reads) {
    return new HoldRemoval(
        writes, reads, "settle", AccountUpdates::settle, (leg, epoch) -> epoch.equals(leg.epoch()));
  }

  static HoldRemoval withdrawing(Writes writes, Reads reads) {
    return new HoldRemoval(
        writes,
        reads,
        "withdraw",
        AccountUpdates::withdraw,
        (leg, epoch) -> epoch.equals(leg.epoch()));
  }

  static HoldRemoval releasing(Writes writes, Reads reads) {
    return new HoldRemoval(writes, reads, "release", AccountUpdates::release, (leg, epoch) -> true);
  }

  List<MatchOutcome> remove(List<Leg> legs) {
    Option<Integer> matched = writes.update(legs.stream().map(update).toList());
    if (matched.isEmpty()) {
      return Batches.all(legs, MatchOutcome.IN_DOUBT);
    }
    return matched.get() == legs.size()
        ? Batches.all(legs, MatchOutcome.MATCHED)
        : madeSure(legs, matched.get() > 0);
  }

  private List<MatchOutcome> madeSure(List<Leg> legs, boolean someMatched) {
    Option<Map<String, BsonDocument>> seen =
        Resolving.read(
            () ->
                reads.fieldById(
                    Field.PENDING, legs.stream().map(leg -> leg.account().value()).toList()));
    if (seen.isEmpty()) {
      return Batches.all(legs, MatchOutcome.IN_DOUBT);
    }
    List<MatchOutcome> outcomes = new ArrayList<>(legs.size());
    Set<Leg> gone = new HashSet<>();
    boolean cut = false;
    for (Leg leg : legs) {
      Option<BsonDocument> account = Option.of(seen.get().get(leg.account().value()));
      Option<Epoch> held =
          account.flatMap(document -> HoldDocuments.epochHeld(document, leg.transaction()));
      MatchOutcome outcome;
      if (held.exists(epoch -> removes.test(leg, epoch))) {
        outcome = cut ? MatchOutcome.IN_DOUBT : again(leg);
        cut = outcome == MatchOutcome.IN_DOUBT;
      } else {
        // which of a batch matched is not told, but what is gone has been removed, by now
        boolean removed = someMatched && account.isDefined() && held.isEmpty() && gone.add(leg);
        outcome = removed ? MatchOutcome.MATCHED : MatchOutcome.NOT_MATCHED;
      }
      outcomes.add(outcome);
    }
    return outcomes;
  }

  private MatchOutcome again(Leg leg) {
    for (int tries = 0; tries < TRIES; tries++) {
      Option<Integer> matched = Resolving.write(() -> writes.update(List.of(update.apply(leg))));
      if (matched.isEmpty()) {
        return MatchOutcome.IN_DOUBT;
      }
      if (matched.get() > 0) {
        return MatchOutcome.MATCHED;
      }
      Option<Option<BsonDocument>> seen = Resolving.read(() -> read(leg));
      if (seen.isEmpty()) {
        return MatchOutcome.IN_DOUBT;
      }
      boolean there =
          seen.get()
              .flatMap(account -> HoldDocuments.epochHeld(account, leg.transaction()))
              .exists(epoch -> removes.test(leg, epoch));
      if (!there) {
        return MatchOutcome.NOT_MATCHED;
      }
    }
    throw new StoreException(
        "account "
            + leg.account()
            + " has a hold of transaction "
            + leg.transaction()
            + " at epoch "
            + leg.epoch()
            + " that does not "
            + verb
            + ": it is not what the transaction holds, or the account cannot be read");
  }

  private Option<BsonDocument> read(Leg leg) {
    String account = leg.account().value();
    return Option.of(reads.fieldById(Field.PENDING, Set.of(account)).get(account));
  }
}
