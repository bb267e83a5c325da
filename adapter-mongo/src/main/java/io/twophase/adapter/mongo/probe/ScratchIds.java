package io.twophase.adapter.mongo.probe;

import com.mongodb.client.model.DeleteOneModel;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.id.OwnerId;
import io.twophase.domain.id.TransactionId;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonString;

/** The ids of one run's scratch documents: two runs at once have none in common. */
final class ScratchIds {

  private final String run;
  private final Set<String> used = new LinkedHashSet<>();

  ScratchIds(String run) {
    this.run = run;
  }

  AccountId account(String name) {
    return new AccountId(of(name));
  }

  TransactionId transaction(String name) {
    return new TransactionId(of(name));
  }

  OwnerId owner(String name) {
    return new OwnerId(of(name));
  }

  /** What begins all of them. */
  String run() {
    return run;
  }

  private String of(String name) {
    String id = run + "-" + name;
    used.add(id);
    return id;
  }

  /** What removes all documents of ids that were asked for. */
  List<DeleteOneModel<BsonDocument>> removal() {
    return used.stream()
        .map(id -> new DeleteOneModel<BsonDocument>(new BsonDocument(Field.ID, new BsonString(id))))
        .toList();
  }
}
