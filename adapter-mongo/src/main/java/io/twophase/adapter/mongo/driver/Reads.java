package io.twophase.adapter.mongo.driver;

import static com.mongodb.ReadPreference.primary;
import static io.twophase.adapter.mongo.document.Docs.allOf;
import static io.twophase.adapter.mongo.document.Docs.doc;
import static io.twophase.adapter.mongo.document.Docs.oneOf;

import com.mongodb.MongoException;
import com.mongodb.MongoWriteConcernException;
import com.mongodb.ReadConcern;
import com.mongodb.WriteConcern;
import com.mongodb.client.FindIterable;
import com.mongodb.client.MongoCollection;
import io.twophase.adapter.mongo.document.BsonText;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.document.Fields;
import io.twophase.adapter.mongo.driver.Server.ThreadLimit;
import io.twophase.ports.StoreException;
import io.twophase.ports.StoreUnavailableException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * The reads of one collection. All throw {@link StoreUnavailableException} if the store cannot be
 * reached, and {@link StoreException} if it answers with an error: a read changes nothing.
 */
public record Reads(MongoCollection<BsonDocument> collection, Server server) {

  private static final String WHAT = "read ";
  private static final BsonInt32 ONE = new BsonInt32(1);

  private static final Duration WAIT = Duration.ofSeconds(5);
  private static final BsonDocument COUNTED = doc("$inc", doc(Field.QUORUM_READS, 1L));

  /**
   * The documents that match, each as the primary has it and a majority confirms: what decides a
   * refusal. Any other read of a new primary may be older than an acknowledged write. They are not
   * of one moment, and must fit one answer. If a server refuses linearizable reads, then what is
   * found is read again after a quorum read of one of them: the majority that confirms it has all
   * that the primary wrote before. If nothing is found, then nothing is refused.
   */
  public List<BsonDocument> confirmed(
      BsonDocument filter, UnaryOperator<FindIterable<BsonDocument>> shape) {
    return linearizable(filter, shape)
        .orElseGet(
            () -> {
              List<BsonDocument> found = list(filter, shape);
              if (server.mayLag() && !found.isEmpty()) {
                latest(Objects.requireNonNull(found.get(0).get(Field.ID)));
                return list(filter, shape);
              }
              return found;
            });
  }

  /** The document of one id, confirmed. */
  public Optional<BsonDocument> confirmed(BsonValue id) {
    BsonDocument filter = doc(Field.ID, id);
    return linearizable(filter, find -> find)
        .map(found -> found.stream().findFirst())
        .orElseGet(
            () -> server.mayLag() ? latest(id) : list(filter, find -> find).stream().findFirst());
  }

  /** The latest state of the document of this id, if there is one. */
  public Optional<BsonDocument> latest(String id) {
    return latest(new BsonString(id));
  }

  /**
   * Reads a document by a write to it that a majority must confirm, as MongoDB's manual has it
   * ("Perform Quorum Reads on Replica Sets"): a primary that has been cut off cannot answer one.
   * The read writes the number of such reads, in a field that nothing else reads.
   *
   * @throws StoreException if no majority has confirmed it in time
   */
  public Optional<BsonDocument> latest(BsonValue id) {
    try {
      return Optional.ofNullable(
          ThreadLimit.on(collection.withWriteConcern(majority()))
              .findOneAndUpdate(doc(Field.ID, id), COUNTED, server.answeringWithTheDocument()));
    } catch (MongoWriteConcernException unconfirmed) {
      throw server
          .errors()
          .unconfirmed(
              "the latest state of '" + BsonText.ofId(id) + "' in " + collection.getNamespace(),
              WAIT,
              unconfirmed);
    } catch (MongoException | IllegalStateException failed) {
      throw server.errors().ofRead(WHAT + collection.getNamespace(), failed);
    }
  }

  private WriteConcern majority() {
    Boolean journal = collection.getWriteConcern().getJournal();
    WriteConcern majority =
        WriteConcern.MAJORITY.withWTimeout(WAIT.toMillis(), TimeUnit.MILLISECONDS);
    return journal == null ? majority : majority.withJournal(journal);
  }

  /** None if reads of the server do not lag, or it refuses linearizable ones. */
  private Optional<List<BsonDocument>> linearizable(
      BsonDocument filter, UnaryOperator<FindIterable<BsonDocument>> shape) {
    try {
      MongoCollection<BsonDocument> current =
          collection.withReadConcern(ReadConcern.LINEARIZABLE).withReadPreference(primary());
      return server.mayLag() ? Optional.of(server.read(current, filter, shape)) : Optional.empty();
    } catch (MongoException | IllegalStateException failed) {
      if (DriverErrors.ofWrite(DriverErrors.of(failed)) == DriverErrors.Verdict.REFUSED) {
        return Optional.empty();
      }
      throw server.errors().ofRead(WHAT + collection.getNamespace(), failed);
    }
  }

  /** The documents of these ids, by id. */
  public Map<String, BsonDocument> byId(Collection<String> ids) {
    return byId(ids, Fields::idText, find -> find);
  }

  /** One field of the documents of these ids, by id. */
  public Map<String, BsonDocument> fieldById(String field, Collection<String> ids) {
    return byId(ids, Fields::idText, find -> find.projection(doc(field, 1)));
  }

  /**
   * The documents of these ids, by what {@code key} says of each.
   *
   * @param ids values as they are stored, or texts
   */
  public Map<String, BsonDocument> byId(
      Collection<?> ids,
      Function<BsonDocument, String> key,
      UnaryOperator<FindIterable<BsonDocument>> shape) {
    Map<String, BsonDocument> found = new HashMap<>();
    for (List<?> batch : Calls.ofReads(ids.stream().distinct().toList())) {
      BsonDocument filter = doc(Field.ID, batch.size() == 1 ? batch.get(0) : oneOf(batch));
      list(filter, shape, batch.size())
          .forEach(document -> found.put(key.apply(document), document));
    }
    return found;
  }

  /**
   * Shows {@code consumer} all documents, in the order of their ids, each once; with another cursor
   * where one is lost.
   */
  public void all(Consumer<BsonDocument> consumer) {
    all(new BsonDocument(), consumer);
  }

  /** Returns whether there is any document. */
  public boolean exists() {
    return !list(new BsonDocument(), find -> find, 1).isEmpty();
  }

  /** Shows {@code consumer} all documents that match, in the order of their ids. */
  public void all(BsonDocument filter, Consumer<BsonDocument> consumer) {
    server
        .errors()
        .call(
            WHAT + collection.getNamespace(),
            () -> new Scan(collection, filter, server.operationLimit()).run(consumer));
  }

  /** The first of those that match, in an order. */
  public List<BsonDocument> first(BsonDocument filter, BsonDocument order, int most) {
    return page(filter, order, 0, most);
  }

  /** Those of them that come after the first {@code skip}. */
  public List<BsonDocument> page(BsonDocument filter, BsonDocument order, int skip, int most) {
    return list(filter, find -> find.sort(order).skip(skip), most);
  }

  /**
   * Returns the same in the order of a date and then of the ids, so that whoever asks next for what
   * comes after the last one misses nothing. A server may keep dates more finely than it tells
   * them, and sort by that: so what has the last one's date as it is told is read again, by id.
   */
  public List<BsonDocument> pageByDate(BsonDocument filter, String date, int skip, int most) {
    BsonDocument order = doc(date, ONE, Field.ID, ONE);
    int all = skip + most;
    List<BsonDocument> found = first(filter, order, all);
    BsonValue last = found.size() < all ? BsonNull.VALUE : found.get(all - 1).get(date);
    if (last != null && last.isDateTime()) {
      found.removeIf(document -> last.equals(document.get(date)));
      BsonValue next = new BsonDateTime(last.asDateTime().getValue() + 1);
      BsonDocument during = doc(date, doc("$gte", last, "$lt", next));
      BsonDocument both = allOf(filter, during);
      found.addAll(first(both, doc(Field.ID, ONE), all - found.size()));
    }
    return found.subList(Math.min(skip, found.size()), found.size());
  }

  /** At most so many: by one command, as long as what is found fits one answer. */
  public List<BsonDocument> list(
      BsonDocument filter, UnaryOperator<FindIterable<BsonDocument>> shape, int most) {
    return list(filter, find -> shape.apply(find).limit(most).batchSize(most));
  }

  /** All documents that match. */
  public List<BsonDocument> list(
      BsonDocument filter, UnaryOperator<FindIterable<BsonDocument>> shape) {
    return server
        .errors()
        .call(WHAT + collection.getNamespace(), () -> server.read(collection, filter, shape));
  }
}
