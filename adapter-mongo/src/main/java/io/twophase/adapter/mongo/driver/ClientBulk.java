package io.twophase.adapter.mongo.driver;

import com.mongodb.MongoNamespace;
import com.mongodb.client.MongoCluster;
import com.mongodb.client.model.DeleteOneModel;
import com.mongodb.client.model.ReplaceOneModel;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.WriteModel;
import com.mongodb.client.model.bulk.ClientBulkWriteOptions;
import com.mongodb.client.model.bulk.ClientBulkWriteResult;
import com.mongodb.client.model.bulk.ClientDeleteResult;
import com.mongodb.client.model.bulk.ClientNamespacedWriteModel;
import com.mongodb.client.model.bulk.ClientUpdateResult;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.bson.BsonDocument;

/**
 * The bulk write of MongoDB 8.0, which tells what each update matched, where the older one tells
 * only the sum: what would have to be read back need not be.
 */
final class ClientBulk {

  private static final ClientBulkWriteOptions EACH_TOLD =
      ClientBulkWriteOptions.clientBulkWriteOptions().ordered(true).verboseResults(true);

  private final MongoCluster cluster;
  private final MongoNamespace collection;

  ClientBulk(MongoCluster cluster, MongoNamespace collection) {
    this.cluster = cluster;
    this.collection = collection;
  }

  Matches send(List<? extends WriteModel<BsonDocument>> updates) {
    List<ClientNamespacedWriteModel> models = new ArrayList<>(updates.size());
    for (WriteModel<BsonDocument> update : updates) {
      models.add(namespaced(update));
    }
    ClientBulkWriteResult result = cluster.bulkWrite(models, EACH_TOLD);
    return new Matches(
        Math.toIntExact(result.getMatchedCount() + result.getDeletedCount()),
        Option.ofOptional(result.getVerboseResults()).map(told -> counts(told, updates.size())));
  }

  private ClientNamespacedWriteModel namespaced(WriteModel<BsonDocument> update) {
    if (update instanceof UpdateOneModel<BsonDocument> one) {
      return ClientNamespacedWriteModel.updateOne(
          collection, one.getFilter(), Objects.requireNonNull(one.getUpdate()));
    }
    if (update instanceof DeleteOneModel<BsonDocument> deletion) {
      return ClientNamespacedWriteModel.deleteOne(collection, deletion.getFilter());
    }
    ReplaceOneModel<BsonDocument> replacement = (ReplaceOneModel<BsonDocument>) update;
    return ClientNamespacedWriteModel.replaceOne(
        collection, replacement.getFilter(), replacement.getReplacement());
  }

  private static List<Integer> counts(ClientBulkWriteResult.VerboseResults told, int size) {
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
      counts.add(Math.toIntExact(updated + deleted));
    }
    return counts;
  }
}
