package io.twophase.adapter.mongo.repository;

import com.mongodb.client.model.UpdateOneModel;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.document.HoldDocuments;
import io.twophase.adapter.mongo.driver.Matches;
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
 * Settles, releases or withdraws holds: one command where all are there, those of an account
 * together. Where some are not, the accounts are read to make sure that none of those asked for is
 * there any more: to acknowledge one that is would end a transaction whose money has not moved.
 */
final class HoldRemoval {

  /** How often holds are sent for again that are there; one may come late, between two commands. */
  private static final int TRIES = 20;

  private final Writes writes;
  private final Reads reads;
  private final String verb;
  private final Function<Group, UpdateOneModel<BsonDocument>> update;
  private final BiPredicate<Leg, Epoch> removes;

  private HoldRemoval(
      Writes writes,
      Reads reads,
      String verb,
      Function<Group, UpdateOneModel<BsonDocument>> update,
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
    List<Group> groups = Coalescing.ofRemovals(legs);
    Option<Matches> matched = send(groups);
    Answers<MatchOutcome> answers = new Answers<>(legs);
    for (int tries = 0; tries < TRIES; tries++) {
      if (matched.isEmpty()) {
        return answers.orElse(MatchOutcome.IN_DOUBT);
      }
      if (matched.get().total() == groups.size()) {
        return answers.orElse(MatchOutcome.MATCHED);
      }
      answers.matched(groups, matched.get(), MatchOutcome.MATCHED);
      Option<List<Option<MatchOutcome>>> known = look(answers.open(), matched.get());
      if (known.isEmpty()) {
        return answers.orElse(MatchOutcome.IN_DOUBT);
      }
      answers.take(known.get());
      if (answers.areComplete()) {
        return answers.orElse(MatchOutcome.IN_DOUBT);
      }
      List<Group> again = Coalescing.singly(answers.open());
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
            + ": it is not what the transaction holds, or the account cannot be read");
  }

  private Option<Matches> send(List<Group> groups) {
    return writes.update(groups.stream().map(update).toList());
  }

  /** One answer for each leg, none for one that is there still; nothing if that cannot be read. */
  private Option<List<Option<MatchOutcome>>> look(List<Leg> legs, Matches matched) {
    // where the server tells which matched, none of these did; else what is gone was removed by now
    boolean someRemoved = !matched.areTold() && matched.total() > 0;
    return Resolving.read(
            () ->
                reads.fieldById(
                    Field.PENDING, legs.stream().map(leg -> leg.account().value()).toList()))
        .map(seen -> answers(legs, seen, someRemoved));
  }

  private List<Option<MatchOutcome>> answers(
      List<Leg> legs, Map<String, BsonDocument> seen, boolean someRemoved) {
    List<Option<MatchOutcome>> answers = new ArrayList<>(legs.size());
    Set<Leg> gone = new HashSet<>();
    for (Leg leg : legs) {
      Option<BsonDocument> account = Option.of(seen.get(leg.account().value()));
      Option<Epoch> held =
          account.flatMap(document -> HoldDocuments.epochHeld(document, leg.transaction()));
      if (held.exists(epoch -> removes.test(leg, epoch))) {
        answers.add(Option.none());
      } else {
        boolean removed = someRemoved && account.isDefined() && held.isEmpty() && gone.add(leg);
        answers.add(Option.some(removed ? MatchOutcome.MATCHED : MatchOutcome.NOT_MATCHED));
      }
    }
    return answers;
  }
}
