package io.twophase.adapter.mongo.participant;

import com.mongodb.MongoException;
import com.mongodb.client.MongoCollection;
import io.twophase.adapter.mongo.driver.Reads;
import io.twophase.adapter.mongo.participant.write.ParticipantCodec;
import io.twophase.adapter.mongo.server.Batches;
import io.twophase.adapter.mongo.server.Server;
import io.twophase.adapter.mongo.value.Values;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.document.Names;
import io.twophase.domain.participant.Participant;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.bson.BsonArray;
import org.bson.BsonDocument;

/** Reads the documents of one collection. */
public final class DocumentReads {

  private final CollectionName name;
  private final MongoCollection<BsonDocument> collection;
  private final Server server;
  private final Reads reads;
  private final CollectionForm form;

  DocumentReads(
      CollectionName name,
      MongoCollection<BsonDocument> collection,
      Server server,
      CollectionForm form) {
    this.form = form;
    this.name = name;
    this.collection = collection;
    this.server = server;
    this.reads = new Reads(collection, server);
  }

  /**
   * A document as it was read.
   *
   * @param raw as it is stored
   * @param document what it is, or what of it cannot be read
   */
  public record Stored(BsonDocument raw, Either<String, Participant> document) {}

  /** Each document, in the order asked; none where there is none. */
  List<Option<Stored>> find(List<DocumentRef> refs) {
    // a number is the same id whatever its type
    Map<DocumentRef, BsonDocument> found = new HashMap<>();
    for (List<DocumentRef> batch : Batches.ofReads(refs.stream().distinct().toList())) {
      read(batch).forEach(raw -> found.put(ParticipantCodec.ref(name, raw), raw));
    }
    return refs.stream()
        .map(ref -> Option.of(found.get(ref)).map(raw -> new Stored(raw, form.decode(name, raw))))
        .toList();
  }

  /**
   * A document as a majority confirms it, before it refuses anything; as it was read, where no read
   * is older than an acknowledged write.
   */
  Option<Stored> confirmed(DocumentRef ref, Option<Stored> seen) {
    return reads.mayLag()
        ? reads
            .confirmed(Values.encode(ref.id()))
            .map(raw -> new Stored(raw, form.decode(name, raw)))
        : seen;
  }

  private List<BsonDocument> read(List<DocumentRef> refs) {
    BsonArray ids = new BsonArray(refs.stream().map(ref -> Values.encode(ref.id())).toList());
    try {
      return collection
          .find(new BsonDocument(Names.ID, new BsonDocument("$in", ids)))
          .maxTime(server.operationLimit().toMillis(), TimeUnit.MILLISECONDS)
          .into(new ArrayList<>());
    } catch (MongoException failed) {
      throw server.errors().ofRead("read " + collection.getNamespace(), failed);
    }
  }
}
