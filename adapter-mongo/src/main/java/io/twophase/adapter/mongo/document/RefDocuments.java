package io.twophase.adapter.mongo.document;

import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.vavr.control.Option;
import org.bson.BsonDocument;
import org.bson.BsonString;

/** Names of documents on the wire: {@code { cluster?, database?, collection, _id }}. */
final class RefDocuments {

  private RefDocuments() {}

  static BsonDocument write(DocumentRef document) {
    CollectionName collection = document.collection();
    BsonDocument written = new BsonDocument();
    collection
        .cluster()
        .forEach(cluster -> written.append(BodyField.CLUSTER, new BsonString(cluster)));
    collection
        .database()
        .forEach(database -> written.append(BodyField.DATABASE, new BsonString(database)));
    written.append(BodyField.COLLECTION, new BsonString(collection.collection()));
    return StoredValue.append(written, Field.ID, document.id());
  }

  /**
   * The document that is named.
   *
   * @throws IllegalArgumentException if it is named as none can be
   */
  static DocumentRef read(Fields named) {
    return new CollectionName(
            text(named, BodyField.CLUSTER),
            text(named, BodyField.DATABASE),
            named.text(BodyField.COLLECTION))
        .document(StoredValue.read(named, Field.ID));
  }

  private static Option<String> text(Fields named, String name) {
    return named.has(name) ? Option.some(named.text(name)) : Option.none();
  }
}
