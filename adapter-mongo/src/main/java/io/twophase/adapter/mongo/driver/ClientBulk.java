package io.twophase.adapter.mongo.driver;

import com.mongodb.MongoNamespace;
import com.mongodb.client.MongoCluster;
import com.mongodb.client.model.DeleteOneModel;
import com.mongodb.client.model.InsertOneModel;
import com.mongodb.client.model.ReplaceOneModel;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.WriteModel;
import com.mongodb.client.model.bulk.ClientBulkWriteOptions;
import com.mongodb.client.model.bulk.ClientBulkWriteResult;
import com.mongodb.client.model.bulk.ClientDeleteResult;
import com.mongodb.client.model.bulk.ClientNamespacedWriteModel;
import com.mongodb.client.model.bulk.ClientUpdateResult;
import io.twophase.adapter.mongo.server.ThreadLimit;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.bson.BsonDocument;

/**
 * The bulk write of MongoDB 8.0, which tells what each update matched, where the older one tells
 * only the sum: what would have to be read back need not be. Its writes may be on any collections.
 */
public final class ClientBulk {

  private static final ClientBulkWriteOptions EACH_TOLD =
      ClientBulkWriteOptions.clientBulkWriteOptions().ordered(true).verboseResults(true);

  private ClientBulk() {}

  /** Sends updates, replacements and deletions of one collection. */
  static Matches update(
      MongoCluster cluster,
      MongoNamespace collection,
      List<? extends WriteModel<BsonDocument>> updates) {
    List<ClientNamespacedWriteModel> models = new ArrayList<>(updates.size());
    for (WriteModel<BsonDocument> update : updates) {
      models.add(namespaced(collection, update));
    }
    ClientBulkWriteResult result = send(cluster, models);
    return new Matches(
        Math.toIntExact(result.getMatchedCount() + result.getDeletedCount()),
        Option.ofOptional(result.getVerboseResults()).map(told -> counts(told, updates.size())));
  }

  /** Sends writes in their order; the first that fails is the last that is tried. */
  public static ClientBulkWriteResult send(
      MongoCluster cluster, List<? extends ClientNamespacedWriteModel> models) {
    return ThreadLimit.on(cluster).bulkWrite(models, EACH_TOLD);
  }

  /** A write as this command takes it. */
  public static ClientNamespacedWriteModel namespaced(
      MongoNamespace collection, WriteModel<BsonDocument> write) {
    if (write instanceof UpdateOneModel<BsonDocument> one) {
      return ClientNamespacedWriteModel.updateOne(
          collection, one.getFilter(), Objects.requireNonNull(one.getUpdate()));
    }
    if (write instanceof DeleteOneModel<BsonDocument> deletion) {
      return ClientNamespacedWriteModel.deleteOne(collection, deletion.getFilter());
    }
    if (write instanceof InsertOneModel<BsonDocument> insert) {
      return ClientNamespacedWriteModel.insertOne(collection, insert.getDocument());
    }
    ReplaceOneModel<BsonDocument> replacement = (ReplaceOneModel<BsonDocument>) write;
    return ClientNamespacedWriteModel.replaceOne(
        collection, replacement.getFilter(), replacement.getReplacement());
  }

  /** What each of the first {@code size} writes has inserted, matched or deleted. */
  public static List<Integer> counts(ClientBulkWriteResult.VerboseResults told, int size) {
    List<Integer> counts = new ArrayList<>(size);
    for (int at = 0; at < size; at++) {
      long updated =
          Option.of(told.getUpdateResults().get(at))
              .map(ClientUpdateResult::getMatchedCount)
              .getOrElse(0L);
      long deleted =
          Option.of(told.getDeleteResults().get(at))
              .map(ClientDeleteResult::getDeletedCount)
              .getOrElse(0L);
      long inserted = told.getInsertResults().containsKey(at) ? 1 : 0;
      counts.add(Math.toIntExact(updated + deleted + inserted));
    }
    return counts;
  }
}
