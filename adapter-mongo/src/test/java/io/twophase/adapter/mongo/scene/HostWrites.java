package io.twophase.adapter.mongo.scene;

import static io.twophase.adapter.mongo.scene.Words.json;
import static java.util.stream.Collectors.joining;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.UpdateOneModel;
import io.twophase.adapter.mongo.setup.JsonSchema;
import io.twophase.adapter.mongo.setup.Validators.Schemas;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * Steps by which hosts store and read past the protocol.
 *
 * @param database of a collection whose name says none
 */
record HostWrites(Supplier<MongoClient> client, Supplier<String> database) {

  private MongoCollection<BsonDocument> there(String name) {
    String[] names = name.split("\\.", 2);
    return client
        .get()
        .getDatabase(names.length == 2 ? names[0] : database.get())
        .getCollection(names[names.length - 1], BsonDocument.class);
  }

  private List<BsonDocument> found(String collection, BsonDocument filter) {
    return there(collection).find(filter).sort(json("{_id: 1}")).into(new ArrayList<>());
  }

  public void made(String collection) {
    client.get().getDatabase(database.get()).createCollection(collection);
  }

  public void stored(String collection, BsonDocument[] documents) {
    there(collection).insertMany(List.of(documents));
  }

  /** A filter, an update, and fields to set, if there are any, stand behind the collection. */
  public void changed(String collection, BsonDocument[] said) {
    there(collection).updateMany(said[0], said[1]);
    if (said.length == 3 && !said[2].isEmpty()) {
      there(collection).updateMany(said[0], new BsonDocument("$set", said[2]));
    }
  }

  /** Each document gets its date from the server, the last one first: many in one millisecond. */
  public void dated(String collection, String field) {
    List<UpdateOneModel<BsonDocument>> backwards = new ArrayList<>();
    for (BsonDocument each : found(collection, new BsonDocument())) {
      BsonDocument id = new BsonDocument("_id", each.get("_id"));
      backwards.add(0, new UpdateOneModel<>(id, json("{$currentDate: {" + field + ": true}}")));
    }
    there(collection).bulkWrite(backwards);
  }

  public void deleted(String collection, BsonDocument filter) {
    there(collection).deleteMany(filter);
  }

  public long count(String collection, BsonDocument filter) {
    return there(collection).countDocuments(filter);
  }

  public boolean valid(String collection, BsonDocument filter) {
    return JsonSchema.accepts(Schemas.transactions(), there(collection).find(filter).first());
  }

  /** The documents are told without their dates, which are the server's. */
  public String read(String collection, BsonDocument filter) {
    List<BsonDocument> all = found(collection, filter);
    all.forEach(each -> each.values().removeIf(BsonValue::isDateTime));
    return all.stream().map(Words::shell).collect(joining(" "));
  }

  /** The fields that are dates are told. */
  public String dates(String collection, BsonDocument filter) {
    return found(collection, filter).stream()
        .flatMap(each -> each.entrySet().stream())
        .filter(each -> each.getValue().isDateTime())
        .map(Map.Entry::getKey)
        .sorted()
        .collect(joining(" "));
  }

  /** The collection gets an index of some keys, with options. */
  public void indexed(String collection, BsonDocument[] said) {
    BsonDocument index = said.length == 2 ? said[1] : new BsonDocument();
    index.append("key", said[0]).putIfAbsent("name", new BsonString("i"));
    BsonDocument command =
        new BsonDocument("createIndexes", new BsonString(collection))
            .append("indexes", new BsonArray(List.of(index)));
    client.get().getDatabase(database.get()).runCommand(command);
  }

  public boolean exists(String collection) {
    return all().containsKey(collection);
  }

  /** The documents of all collections. */
  Map<String, List<BsonDocument>> all() {
    Map<String, List<BsonDocument>> all = new TreeMap<>();
    for (String name : client.get().getDatabase(database.get()).listCollectionNames()) {
      all.put(name, found(name, new BsonDocument()));
    }
    return all;
  }

  /** All collections are copied to the database copy. */
  public void copied() {
    MongoDatabase copy = client.get().getDatabase("copy");
    all()
        .forEach(
            (name, there) -> {
              if (!there.isEmpty()) {
                copy.getCollection(name, BsonDocument.class).insertMany(there);
              }
            });
  }
}
