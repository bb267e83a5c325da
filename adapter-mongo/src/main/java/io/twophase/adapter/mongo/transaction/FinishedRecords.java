package io.twophase.adapter.mongo.transaction;

import com.mongodb.client.model.DeleteOneModel;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.document.StateNames;
import io.twophase.adapter.mongo.driver.Answer;
import io.twophase.adapter.mongo.driver.Matches;
import io.twophase.adapter.mongo.driver.Places;
import io.twophase.adapter.mongo.driver.Reads;
import io.twophase.adapter.mongo.driver.Writes;
import io.twophase.adapter.mongo.server.Batches;
import io.twophase.adapter.mongo.server.ServerClock;
import io.twophase.adapter.mongo.server.ServerLimits;
import io.twophase.adapter.mongo.setup.Indexes;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.twophase.ports.EndedQuery;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;

/** The finished records of lone transactions: what retention finds and removes. */
final class FinishedRecords {

  /** More than a removal weighs. */
  private static final int WEIGHT = 2_000;

  private final Reads reads;
  private final Writes writes;
  private final TransactionLookups lookups;
  private final ServerClock clock;
  private final ServerLimits limits;

  FinishedRecords(
      Reads reads,
      Writes writes,
      TransactionLookups lookups,
      ServerClock clock,
      ServerLimits limits) {
    this.reads = reads;
    this.writes = writes;
    this.lookups = lookups;
    this.clock = clock;
    this.limits = limits;
  }

  /**
   * Those that a pass removes.
   *
   * @param isByServer whether the server removes all others than reversals
   */
  List<TransactionLookup> ended(EndedQuery query, boolean isByServer) {
    BsonDocument filter = isFinished(new BsonDocument());
    if (isByServer) {
      Indexes.isReversal(filter);
    }
    BsonDocument dates = new BsonDocument("$exists", BsonBoolean.TRUE);
    // the estimate of the server's clock may be a moment behind: where any age will do, ask of none
    if (!query.endedFor().isZero()) {
      dates.append("$lte", Places.date(clock.now().minus(query.endedFor())));
    }
    query
        .after()
        .forEach(
            place ->
                Places.after(
                    filter, dates, Field.FINISHED_AT, place.finishedAt(), place.id().value()));
    filter.append(Field.FINISHED_AT, dates);
    return lookups.of(reads.pageByDate(filter, Field.FINISHED_AT, query.skip(), query.limit()));
  }

  /** A batch's record says otherwise when it ended. */
  private static BsonDocument isFinished(BsonDocument record) {
    List<BsonValue> names = new ArrayList<>();
    Stream.of(State.DONE, State.CANCELED).map(StateNames::all).forEach(names::addAll);
    return record
        .append(Field.STATE, new BsonDocument("$in", new BsonArray(names)))
        .append(Field.KIND, new BsonDocument("$ne", new BsonString(Field.KIND_BATCH)));
  }

  /** One that is not known to be finished is left alone. */
  List<MatchOutcome> remove(List<Transaction> finished) {
    return Batches.send(
        limits.batches(finished, record -> WEIGHT), this::removeBatch, MatchOutcome.IN_DOUBT);
  }

  private List<MatchOutcome> removeBatch(List<Transaction> finished) {
    List<Transaction> asked =
        finished.stream().filter(record -> record.timeline().finishedAt().isDefined()).toList();
    return (asked.isEmpty()
            ? Answer.certain(Matches.none())
            : writes.update(asked.stream().map(FinishedRecords::removal).toList()))
        .flatMap(matched -> outcomes(finished, asked, matched))
        .getOrElse(Batches.all(finished, MatchOutcome.IN_DOUBT));
  }

  private static DeleteOneModel<BsonDocument> removal(Transaction record) {
    return new DeleteOneModel<>(finished(record.id(), record.timeline().finishedAt().get()));
  }

  /** Matches the record of that id, if it is final and was finished then. */
  static BsonDocument finished(TransactionId id, Instant at) {
    return isFinished(new BsonDocument(Field.ID, new BsonString(id.value())))
        .append(Field.FINISHED_AT, Places.during(at));
  }

  /**
   * Where only their number is told: what is not there any more was removed, by this call or by
   * another at the same time.
   */
  private Answer<List<MatchOutcome>> outcomes(
      List<Transaction> finished, List<Transaction> asked, Matches matched) {
    if (matched.areTold() || matched.total() == 0) {
      return Answer.certain(answers(finished, asked, at -> matched.of(at).contains(1)));
    }
    if (matched.total() == asked.size()) {
      return Answer.certain(answers(finished, asked, at -> true));
    }
    return Answer.ofFollowUpRead(
            () -> reads.byId(asked.stream().map(record -> record.id().value()).toList()))
        .map(
            (Map<String, BsonDocument> there) ->
                answers(finished, asked, at -> !there.containsKey(asked.get(at).id().value())));
  }

  private static List<MatchOutcome> answers(
      List<Transaction> finished, List<Transaction> asked, IntPredicate isRemoved) {
    Set<TransactionId> removed =
        IntStream.range(0, asked.size())
            .filter(isRemoved)
            .mapToObj(at -> asked.get(at).id())
            .collect(Collectors.toSet());
    return finished.stream().map(record -> Matches.outcome(removed.contains(record.id()))).toList();
  }
}
