package io.twophase.adapter.mongo.record;

import static io.twophase.adapter.mongo.document.Docs.doc;

import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.FindOneAndUpdateOptions;
import com.mongodb.client.model.ReturnDocument;
import io.twophase.adapter.mongo.document.Field;
import java.util.List;
import java.util.Objects;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;

/**
 * The insert of a record that begins and ends at one moment. The server dates its decision and its
 * end: after the transaction has read what it decides by, so later than whatever that depends on.
 */
public final class DatedInsert {

  private static final List<String> DATED =
      List.of(Field.LAST_MODIFIED, Field.DECIDED_AT, Field.FINISHED_AT, Field.ENDED_AT);

  /** No document has such a version: so the update inserts one, or finds the id taken. */
  private static final BsonDocument NEVER = doc("$lt", 0);

  private static final FindOneAndUpdateOptions INSERTING =
      new FindOneAndUpdateOptions().upsert(true).returnDocument(ReturnDocument.AFTER);

  private DatedInsert() {}

  /**
   * Inserts a record within a transaction, and answers it as it is stored.
   *
   * @throws com.mongodb.MongoException if its id is taken
   */
  public static BsonDocument into(
      MongoCollection<BsonDocument> records, ClientSession session, BsonDocument record) {
    BsonDocument fields = record.clone();
    BsonDocument filter =
        new BsonDocument(Field.ID, fields.remove(Field.ID)).append(Field.VERSION, NEVER);
    BsonDocument dates = new BsonDocument();
    DATED.stream()
        .filter(date -> fields.remove(date) != null)
        .forEach(date -> dates.append(date, BsonBoolean.TRUE));
    return Objects.requireNonNull(
        records.findOneAndUpdate(
            session, filter, doc("$setOnInsert", fields, "$currentDate", dates), INSERTING));
  }
}
