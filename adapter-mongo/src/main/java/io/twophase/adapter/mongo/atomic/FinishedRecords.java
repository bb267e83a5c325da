package io.twophase.adapter.mongo.atomic;

import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoCollection;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.document.TransactionCodec;
import io.twophase.adapter.mongo.server.ServerClock;
import io.twophase.adapter.mongo.setup.RecordForms;
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
import org.bson.BsonDocument;

/** The records of transactions that begin and end at one moment: as the protocol leaves them. */
public final class FinishedRecords {

  private final MongoCollection<BsonDocument> collection;
  private final TransactionCodec codec;
  private final ServerClock clock;
  private final RecordForms forms;

  /**
   * Those of one collection.
   *
   * @param clock the server's, by which they are dated
   * @param forms which forms of records may be written
   */
  public FinishedRecords(
      MongoCollection<BsonDocument> collection,
      TransactionCodec codec,
      ServerClock clock,
      RecordForms forms) {
    this.collection = collection;
    this.codec = codec;
    this.clock = clock;
    this.forms = forms;
  }

  /** Whether a record may be written, of whatever form it has, as far as this process has read. */
  boolean mayWrite(NewRecord record) {
    return forms.isSecondKnownAllowed() || !RecordForms.isSecond(record);
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
          .forEach(decided -> documents.add(document(record.stored(now), decided)));
    }
    return documents;
  }

  /** The history that a record of the first form has is that of its beginning. */
  private BsonDocument document(Transaction asBegun, Transaction decided) {
    BsonDocument document = forms.encode(codec, decided);
    if (document.containsKey(Field.HISTORY)) {
      document.put(Field.HISTORY, codec.encodeForOlder(asBegun).get(Field.HISTORY));
    }
    return document;
  }

  /** Fails if one of the ids is taken. */
  void insert(ClientSession session, List<BsonDocument> documents) {
    collection.insertMany(session, documents);
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
