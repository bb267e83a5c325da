package io.twophase.adapter.mongo.scene;

import static io.twophase.adapter.mongo.scene.Words.json;
import static java.util.stream.Collectors.joining;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import io.twophase.adapter.mongo.setup.JsonSchema;
import io.twophase.adapter.mongo.setup.Validators.Schemas;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * Steps by which hosts store and read past the protocol.
 *
 * @param database of a collection whose name says none
 */
record HostWrites(MongoClient client, String database) {

  static final Set<String> VERBS =
      Set.of("stored", "changed", "deleted", "indexed", "read", "count", "valid", "dates");

  String make(String verb, String words) {
    String[] parts = words.split(" ", 2);
    String[] names = parts[0].split("\\.", 2);
    MongoCollection<BsonDocument> there =
        client
            .getDatabase(names.length == 2 ? names[0] : database)
            .getCollection(names[names.length - 1], BsonDocument.class);
    List<BsonDocument> said = parts.length == 2 ? Words.all(parts[1]) : List.of();
    BsonDocument filter = said.isEmpty() ? new BsonDocument() : said.get(0);
    return switch (verb) {
      case "stored" -> ServerSteps.done(() -> there.insertMany(said));
      case "changed" -> changed(there, said);
      case "deleted" -> ServerSteps.done(() -> there.deleteMany(filter));
      case "count" -> String.valueOf(there.countDocuments(filter));
      case "indexed" -> indexed(parts[0], said);
      case "valid" -> "" + JsonSchema.accepts(Schemas.transactions(), there.find(filter).first());
      case "dates" -> dates(there.find(filter).into(new ArrayList<>()));
      default ->
          there.find(filter).sort(json("{_id: 1}")).into(new ArrayList<>()).stream()
              .map(HostWrites::undated)
              .map(Words::shell)
              .collect(joining(" "));
    };
  }

  /** By an update, and by the fields to set behind it, if there are any. */
  private static String changed(MongoCollection<BsonDocument> there, List<BsonDocument> said) {
    there.updateMany(said.get(0), said.get(1));
    if (said.size() == 3 && !said.get(2).isEmpty()) {
      there.updateMany(said.get(0), new BsonDocument("$set", said.get(2)));
    }
    return "";
  }

  /** Dates are the server's. */
  private static BsonDocument undated(BsonDocument document) {
    document.values().removeIf(BsonValue::isDateTime);
    return document;
  }

  private String indexed(String collection, List<BsonDocument> said) {
    BsonDocument index = said.size() == 2 ? said.get(1) : new BsonDocument();
    index.append("key", said.get(0)).putIfAbsent("name", new BsonString("i"));
    BsonDocument command =
        new BsonDocument("createIndexes", new BsonString(collection))
            .append("indexes", new BsonArray(List.of(index)));
    client.getDatabase(database).runCommand(command);
    return "";
  }

  /** The fields that are dates. */
  private static String dates(List<BsonDocument> found) {
    return found.stream()
        .flatMap(each -> each.entrySet().stream())
        .filter(each -> each.getValue().isDateTime())
        .map(Map.Entry::getKey)
        .sorted()
        .collect(joining(" "));
  }

  /** All collections are copied to the database copy. */
  void copy() {
    MongoDatabase all = client.getDatabase(database);
    for (String name : all.listCollectionNames()) {
      List<BsonDocument> there =
          all.getCollection(name, BsonDocument.class).find().into(new ArrayList<>());
      if (!there.isEmpty()) {
        client.getDatabase("copy").getCollection(name, BsonDocument.class).insertMany(there);
      }
    }
  }
}
