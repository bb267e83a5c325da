package io.twophase.adapter.mongo.atomic.planted;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import io.twophase.domain.atomic.AtomicOutcome;
import io.twophase.domain.atomic.Fate;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.operation.Direction;
import io.twophase.ports.AtomicBatches;
import io.twophase.ports.NewRecord;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Predicate;
import org.bson.BsonDocument;
import org.bson.conversions.Bson;

/**
 * Sound atomic batches of a database, with one fault, by what is written to the database beside.
 */
public final class PlantedBatches implements AtomicBatches {

  /** What is wrong with them. */
  public enum Fault {
    /** The debits of what is applied happen, and its credits do not. */
    COMMITS_HALF,
    /** What is taken already counts as applied now, and the rest is run. */
    FORGETS_A_CONFLICT,
    /** What was not run is answered as applied. */
    ANSWERS_DONE_FOR_AN_ABORT,
    /** What others hold can be spent. */
    IGNORES_WHAT_OTHERS_HOLD,
    /** An account gets more than it should. */
    LEAVES_A_WRONG_BALANCE,
    /** What has happened is answered as not run. */
    ANSWERS_NOT_RUN_FOR_A_COMMIT,
    /** Frozen accounts take part. */
    IGNORES_THE_STATUS,
    /** One that is left keeps nobody behind it. */
    IGNORES_THE_ORDER,
    /** What is left is answered as applied. */
    ANSWERS_DONE_FOR_WHAT_IS_LEFT,
    /** What is applied has no record. */
    LEAVES_NO_RECORD,
    /** What is refused has no record. */
    FORGETS_REFUSALS,
    /** Records lack the time of their end. */
    LEAVES_RECORDS_OPEN_TO_THE_INDEX
  }

  private static final BsonDocument NO_HOLDS =
      BsonDocument.parse("{$set: {pendingTransactions: []}}");

  private final Fault fault;
  private final AtomicBatches sound;
  private final MongoCollection<BsonDocument> accounts;
  private final MongoCollection<BsonDocument> records;

  /** Over those of the store in {@code database}. */
  public PlantedBatches(Fault fault, AtomicBatches sound, MongoDatabase database) {
    this.fault = fault;
    this.sound = sound;
    this.accounts = database.getCollection("accounts", BsonDocument.class);
    this.records = database.getCollection("transactions", BsonDocument.class);
  }

  @Override
  public AtomicOutcome run(List<NewRecord.Begun> begun, boolean inOrder) {
    return switch (fault) {
      case COMMITS_HALF -> afterwards(begun, inOrder, this::undoCredits);
      case FORGETS_A_CONFLICT -> withoutThoseTaken(begun, inOrder);
      case ANSWERS_DONE_FOR_AN_ABORT -> doneForAbort(begun, sound.run(begun, inOrder));
      case IGNORES_WHAT_OTHERS_HOLD -> withoutHolds(begun, inOrder);
      case LEAVES_A_WRONG_BALANCE ->
          afterwards(begun, inOrder, body -> body.forEach(on -> move(on, 1)));
      case ANSWERS_NOT_RUN_FOR_A_COMMIT -> {
        sound.run(begun, inOrder);
        yield new AtomicOutcome.NotRun(false);
      }
      case IGNORES_THE_STATUS -> withoutStatus(begun, inOrder);
      case IGNORES_THE_ORDER -> sound.run(begun, false);
      case ANSWERS_DONE_FOR_WHAT_IS_LEFT -> doneForLeft(sound.run(begun, inOrder));
      case LEAVES_NO_RECORD -> removing("done", begun, inOrder);
      case FORGETS_REFUSALS -> removing("canceled", begun, inOrder);
      case LEAVES_RECORDS_OPEN_TO_THE_INDEX -> {
        AtomicOutcome outcome = sound.run(begun, inOrder);
        records.updateMany(idsOf(begun), Updates.unset("finishedAt"));
        yield outcome;
      }
    };
  }

  private static Bson idsOf(List<NewRecord.Begun> begun) {
    return Filters.in("_id", begun.stream().map(record -> record.id().value()).toList());
  }

  private interface Body {
    void of(List<AccountOperation> operations);
  }

  /** Does something about each that was applied. */
  private AtomicOutcome afterwards(List<NewRecord.Begun> begun, boolean inOrder, Body about) {
    AtomicOutcome outcome = sound.run(begun, inOrder);
    List<Fate> fates = fates(outcome);
    for (int at = 0; at < fates.size(); at++) {
      if (fates.get(at) instanceof Fate.Applied) {
        about.of(begun.get(at).body().accountOperations());
      }
    }
    return outcome;
  }

  private static List<Fate> fates(AtomicOutcome outcome) {
    return outcome.fold(AtomicOutcome.Committed::fates, notRun -> List.of(), List::of);
  }

  private void undoCredits(List<AccountOperation> operations) {
    operations.stream()
        .filter(on -> on.direction() == Direction.CREDIT)
        .forEach(on -> move(on, -on.amount().minor()));
  }

  private void move(AccountOperation on, long amount) {
    accounts.updateOne(
        Filters.eq("_id", on.account().value()),
        Updates.combine(
            Updates.inc("balance", amount),
            Updates.inc("available", amount),
            Updates.inc("receivable", -amount)));
  }

  private AtomicOutcome withoutThoseTaken(List<NewRecord.Begun> begun, boolean inOrder) {
    Predicate<NewRecord.Begun> isFree =
        record -> records.find(Filters.eq("_id", record.id().value())).first() == null;
    List<NewRecord.Begun> free = begun.stream().filter(isFree).toList();
    if (free.size() == begun.size()) {
      return sound.run(begun, inOrder);
    }
    AtomicOutcome outcome = free.isEmpty() ? done(0) : sound.run(free, inOrder);
    if (!(outcome instanceof AtomicOutcome.Committed)) {
      return outcome;
    }
    List<Fate> next = new ArrayList<>(fates(outcome));
    List<Fate> fates = new ArrayList<>();
    begun.forEach(record -> fates.add(free.contains(record) ? next.remove(0) : new Fate.Applied()));
    return new AtomicOutcome.Committed(fates);
  }

  private static AtomicOutcome done(int transactions) {
    return new AtomicOutcome.Committed(Collections.nCopies(transactions, new Fate.Applied()));
  }

  private static AtomicOutcome doneForAbort(List<NewRecord.Begun> begun, AtomicOutcome outcome) {
    return outcome instanceof AtomicOutcome.NotRun ? done(begun.size()) : outcome;
  }

  private static AtomicOutcome doneForLeft(AtomicOutcome outcome) {
    return outcome instanceof AtomicOutcome.Committed committed
        ? new AtomicOutcome.Committed(
            committed.fates().stream()
                .map(fate -> fate instanceof Fate.Left ? new Fate.Applied() : fate)
                .toList())
        : outcome;
  }

  private AtomicOutcome removing(String state, List<NewRecord.Begun> begun, boolean inOrder) {
    AtomicOutcome outcome = sound.run(begun, inOrder);
    if (outcome instanceof AtomicOutcome.Committed) {
      records.deleteMany(Filters.and(idsOf(begun), Filters.eq("state", state)));
    }
    return outcome;
  }

  /** The accounts of others' holds look as if they had none. */
  private AtomicOutcome withoutHolds(List<NewRecord.Begun> begun, boolean inOrder) {
    List<BsonDocument> held =
        accounts.find(Filters.exists("pendingTransactions.0")).into(new ArrayList<>());
    for (BsonDocument account : held) {
      BsonDocument id = new BsonDocument("_id", account.get("_id"));
      accounts.updateOne(id, NO_HOLDS);
      accounts.updateOne(id, bounds(account, 1));
    }
    AtomicOutcome outcome = sound.run(begun, inOrder);
    for (BsonDocument account : held) {
      BsonDocument id = new BsonDocument("_id", account.get("_id"));
      accounts.updateOne(
          id, Updates.set("pendingTransactions", account.get("pendingTransactions")));
      accounts.updateOne(id, bounds(account, -1));
    }
    return outcome;
  }

  private static Bson bounds(BsonDocument account, int sign) {
    return Updates.combine(
        Updates.inc("available", sign * held(account, "debit")),
        Updates.inc("receivable", sign * held(account, "credit")));
  }

  private static long held(BsonDocument account, String direction) {
    return account.getArray("pendingTransactions").stream()
        .map(hold -> Option.of(hold.asDocument().get(direction)))
        .mapToLong(amount -> amount.map(value -> value.asInt64().getValue()).getOrElse(0L))
        .sum();
  }

  /** Frozen accounts look as if they were active. */
  private AtomicOutcome withoutStatus(List<NewRecord.Begun> begun, boolean inOrder) {
    List<BsonDocument> frozen =
        accounts.find(Filters.eq("status", "frozen")).into(new ArrayList<>());
    frozen.forEach(account -> status(account, "active", "shutFor", "openFor"));
    AtomicOutcome outcome = sound.run(begun, inOrder);
    frozen.forEach(account -> status(account, "frozen", "openFor", "shutFor"));
    return outcome;
  }

  private void status(BsonDocument account, String status, String from, String to) {
    accounts.updateOne(
        new BsonDocument("_id", account.get("_id")),
        Updates.combine(Updates.set("status", status), Updates.rename(from, to)));
  }
}
