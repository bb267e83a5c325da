package io.twophase.adapter.mongo.driver;

import com.mongodb.MongoNamespace;
import com.mongodb.client.MongoCluster;
import com.mongodb.client.model.ReplaceOneModel;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.WriteModel;
import com.mongodb.client.model.bulk.ClientBulkWriteOptions;
import com.mongodb.client.model.bulk.ClientBulkWriteResult;
import com.mongodb.client.model.bulk.ClientNamespacedWriteModel;
import com.mongodb.client.model.bulk.ClientUpdateResult;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
        Math.toIntExact(result.getMatchedCount()),
        Option.ofOptional(result.getVerboseResults())
            .map(told -> counts(told.getUpdateResults(), updates.size())));
  }

  private ClientNamespacedWriteModel namespaced(WriteModel<BsonDocument> update) {
    if (update instanceof UpdateOneModel<BsonDocument> one) {
      return ClientNamespacedWriteModel.updateOne(
          collection, one.getFilter(), Objects.requireNonNull(one.getUpdate()));
    }
    ReplaceOneModel<BsonDocument> replacement = (ReplaceOneModel<BsonDocument>) update;
    return ClientNamespacedWriteModel.replaceOne(
        collection, replacement.getFilter(), replacement.getReplacement());
  }

  private static List<Integer> counts(Map<Integer, ClientUpdateResult> told, int size) {
    List<Integer> counts = new ArrayList<>(size);
    for (int at = 0; at < size; at++) {
      ClientUpdateResult result = told.get(at);
      counts.add(result == null ? 0 : Math.toIntExact(result.getMatchedCount()));
    }
    return counts;
  }
}
