package io.twophase.adapter.mongo.transaction;

import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.document.Fields;
import io.twophase.adapter.mongo.document.ReceiptCodec;
import io.twophase.adapter.mongo.document.TransactionCodec;
import io.twophase.adapter.mongo.document.batch.BatchCodec;
import io.twophase.adapter.mongo.document.batch.MemberCodec;
import io.twophase.adapter.mongo.driver.Reads;
import io.twophase.adapter.mongo.server.ServerClock;
import io.twophase.domain.batch.record.BatchLookup;
import io.twophase.domain.batch.record.BatchRecord;
import io.twophase.domain.batch.record.MemberView;
import io.twophase.domain.id.BatchId;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.transaction.Transaction;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.bson.BsonDocument;

/**
 * What documents of the collection are as transactions: records, and transfers of batches, whose
 * state is read from their batches.
 */
final class TransactionLookups {

  private final Reads reads;
  private final TransactionCodec codec;
  private final ServerClock clock;

  TransactionLookups(Reads reads, TransactionCodec codec, ServerClock clock) {
    this.reads = reads;
    this.codec = codec;
    this.clock = clock;
  }

  /** What each document is, in their order; the batches of all of them are read at once. */
  List<TransactionLookup> of(List<BsonDocument> documents) {
    return of(documents, this::read);
  }

  /** What one document is, by a read of its own of the batch that it names. */
  TransactionLookup of(BsonDocument document, Function<String, Option<BsonDocument>> batch) {
    return of(
            List.of(document),
            ids -> {
              Map<String, BsonDocument> found = new HashMap<>();
              ids.forEach(id -> batch.apply(id).forEach(there -> found.put(id, there)));
              return found;
            })
        .get(0);
  }

  /**
   * A batch that is not there may have been removed after its members were read, and they before
   * it: so these are read again.
   */
  private List<TransactionLookup> of(
      List<BsonDocument> documents, Function<Collection<String>, Map<String, BsonDocument>> read) {
    Map<String, Either<String, BatchRecord>> batches = named(documents, read);
    List<String> widowed =
        documents.stream()
            .filter(document -> batch(document).exists(id -> !batches.containsKey(id)))
            .map(TransactionLookups::id)
            .toList();
    if (widowed.isEmpty()) {
      return documents.stream().map(document -> lookup(document, batches)).toList();
    }
    Map<String, BsonDocument> again = read(widowed);
    batches.putAll(named(again.values(), read));
    Set<String> doubtful = new HashSet<>(widowed);
    return documents.stream()
        .map(
            document ->
                doubtful.contains(id(document))
                    ? Option.of(again.get(id(document)))
                        .map(there -> lookup(there, batches))
                        .getOrElse(() -> absent(document))
                    : lookup(document, batches))
        .toList();
  }

  private Map<String, BsonDocument> read(Collection<String> ids) {
    return reads.byId(ids);
  }

  /** The batches that documents name. Each is decoded once, however many of them name it. */
  private static Map<String, Either<String, BatchRecord>> named(
      Collection<BsonDocument> documents,
      Function<Collection<String>, Map<String, BsonDocument>> read) {
    Set<String> ids = new HashSet<>();
    documents.forEach(document -> batch(document).forEach(ids::add));
    Map<String, Either<String, BatchRecord>> batches = new HashMap<>();
    if (!ids.isEmpty()) {
      read.apply(ids)
          .forEach(
              (id, found) ->
                  batches.put(id, BatchCodec.decode(found).mapLeft(BatchLookup.Unreadable::fault)));
    }
    return batches;
  }

  /** The batch that a member's document names. */
  private static Option<String> batch(BsonDocument document) {
    return Option.of(document.get(Field.BATCH))
        .filter(named -> named.isString() && document.isString(Field.ID))
        .filter(named -> MemberCodec.isMember(document))
        .map(named -> named.asString().getValue());
  }

  private static String id(BsonDocument document) {
    return document.getString(Field.ID).getValue();
  }

  private static TransactionLookup absent(BsonDocument document) {
    return new TransactionLookup.Absent(new TransactionId(id(document)));
  }

  private TransactionLookup lookup(
      BsonDocument document, Map<String, Either<String, BatchRecord>> batches) {
    return MemberCodec.isMember(document)
        ? member(document, batches).fold(fault -> unreadable(document, fault), found -> found)
        : record(document);
  }

  private TransactionLookup record(BsonDocument document) {
    if (ReceiptCodec.isReceipt(document)) {
      return ReceiptCodec.decode(document);
    }
    return BatchCodec.isBatch(document)
        ? unreadable(document, "it is the record of a batch")
        : codec
            .decode(document)
            .fold(
                unreadable -> new TransactionLookup.Unreadable(unreadable.id(), unreadable.fault()),
                record -> found(record, Option.none()));
  }

  private Either<String, TransactionLookup> member(
      BsonDocument document, Map<String, Either<String, BatchRecord>> batches) {
    return MemberCodec.decode(document)
        .flatMap(
            stored ->
                batch(stored.document().batch(), batches)
                    .map(
                        batch ->
                            found(
                                MemberView.of(stored.document(), batch, stored.begunAt()),
                                Option.some(stored.document().batch()))));
  }

  private static Either<String, Option<BatchRecord>> batch(
      BatchId id, Map<String, Either<String, BatchRecord>> batches) {
    return Option.of(batches.get(id.value()))
        .map(
            decoded -> decoded.mapLeft(fault -> "its batch " + id + ": " + fault).map(Option::some))
        .getOrElse(() -> Either.right(Option.none()));
  }

  private TransactionLookup found(Transaction record, Option<BatchId> batch) {
    return new TransactionLookup.Found(record, clock.since(record.lastModified()), batch);
  }

  private static TransactionLookup unreadable(BsonDocument document, String fault) {
    return new TransactionLookup.Unreadable(Fields.idText(document), fault);
  }
}
