package io.twophase.adapter.mongo.setup;

import io.twophase.domain.document.Home;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonObjectId;
import org.bson.BsonString;
import org.bson.types.ObjectId;

/**
 * The home of a store's records, as its holds name it, and the identity of the store: two clusters
 * may each have a collection of that name.
 *
 * @param cluster what the hosts call the store's own cluster, if they name it
 * @param records the collection of the records, with its database
 * @param store drawn when the home was first recorded
 */
public record StoreHome(Optional<String> cluster, String records, ObjectId store) {

  private static final String CLUSTER = "cluster";
  private static final String RECORDS = "records";
  private static final String STORE = "store";

  /** Returns what the holds say. */
  public Home home() {
    return new Home(cluster.map(name -> name + ":").orElse("") + records);
  }

  BsonDocument encoded() {
    BsonDocument encoded = new BsonDocument();
    cluster.ifPresent(name -> encoded.append(CLUSTER, new BsonString(name)));
    return encoded.append(RECORDS, new BsonString(records)).append(STORE, new BsonObjectId(store));
  }

  /**
   * The home that such a document is.
   *
   * @throws RuntimeException if it is none
   */
  static StoreHome decoded(BsonDocument document) {
    return new StoreHome(
        Optional.ofNullable(document.get(CLUSTER)).map(name -> name.asString().getValue()),
        document.getString(RECORDS).getValue(),
        document.getObjectId(STORE).getValue());
  }
}
