package io.twophase.adapter.mongo.atomic;

import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.UpdateOptions;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.document.TransactionCodec;
import io.twophase.adapter.mongo.server.ServerClock;
import io.twophase.domain.account.HoldRefusal;
import io.twophase.domain.atomic.Fate;
import io.twophase.domain.id.Epoch;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.Transaction;
import io.twophase.domain.transaction.Transition;
import io.twophase.ports.NewRecord;
import io.vavr.control.Option;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;

/**
 * The records of transactions that begin and end at one moment: as the protocol leaves them. The
 * server dates the decision and the end, as in the protocol: after the transaction has read what it
 * decides by, so later than whatever that depends on.
 */
public final class FinishedRecords {

  /** The fields that the server dates. */
  private static final List<String> DATED =
      List.of(Field.LAST_MODIFIED, Field.DECIDED_AT, Field.FINISHED_AT);

  /** No document has such a version: so the update inserts one, or finds the id taken. */
  private static final BsonDocument NEVER = new BsonDocument("$lt", new BsonInt32(0));

  private static final UpdateOptions INSERTING = new UpdateOptions().upsert(true);

  private final MongoCollection<BsonDocument> collection;
  private final TransactionCodec codec;
  private final ServerClock clock;

  /**
   * Those of one collection.
   *
   * @param clock the server's, by which they begin
   */
  public FinishedRecords(
      MongoCollection<BsonDocument> collection, TransactionCodec codec, ServerClock clock) {
    this.collection = collection;
    this.codec = codec;
    this.clock = clock;
  }

  /** The documents of those that were decided. */
  List<BsonDocument> of(List<NewRecord.Begun> begun, List<Fate> fates) {
    Instant now = clock.now();
    List<BsonDocument> documents = new ArrayList<>(begun.size());
    for (int at = 0; at < begun.size(); at++) {
      NewRecord.Begun record = begun.get(at);
      fates
          .get(at)
          .<Option<Transaction>>fold(
              () -> Option.some(applied(record, now)),
              refusal -> Option.some(refused(record, refusal, now)),
              Option::none)
          .forEach(decided -> documents.add(codec.encode(decided)));
    }
    return documents;
  }

  /**
   * Inserts them, dated by the server. It fails if one of the ids is taken.
   *
   * @return whether all were inserted; if not, the transaction is not to be committed
   */
  boolean insert(ClientSession session, List<BsonDocument> documents) {
    List<UpdateOneModel<BsonDocument>> inserts =
        documents.stream().map(FinishedRecords::insert).toList();
    return collection.bulkWrite(session, inserts).getUpserts().size() == documents.size();
  }

  static UpdateOneModel<BsonDocument> insert(BsonDocument document) {
    BsonDocument fields = document.clone();
    BsonDocument filter =
        new BsonDocument(Field.ID, fields.remove(Field.ID)).append(Field.VERSION, NEVER);
    BsonDocument dates = new BsonDocument();
    DATED.stream()
        .filter(date -> fields.remove(date) != null)
        .forEach(date -> dates.append(date, BsonBoolean.TRUE));
    return new UpdateOneModel<>(
        filter, new BsonDocument("$setOnInsert", fields).append("$currentDate", dates), INSERTING);
  }

  private static Transaction applied(NewRecord.Begun begun, Instant now) {
    return moved(
        begun.stored(now),
        now,
        new Transition.Decide(begun.id(), Epoch.FIRST),
        new Transition.Finish(begun.id()));
  }

  private static Transaction refused(NewRecord.Begun begun, HoldRefusal refusal, Instant now) {
    return moved(
        begun.stored(now),
        now,
        new Transition.BeginCancel(
            begun.id(),
            Epoch.FIRST,
            new CancelReason.Refused(refusal),
            begun.owner(),
            begun.token()),
        new Transition.FinishCancel(begun.id()));
  }

  private static Transaction moved(Transaction record, Instant now, Transition... transitions) {
    Transaction moved = record;
    for (Transition transition : transitions) {
      moved = transition.change(moved, now);
    }
    return moved;
  }
}
