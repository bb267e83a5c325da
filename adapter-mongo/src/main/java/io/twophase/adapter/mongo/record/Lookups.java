package io.twophase.adapter.mongo.record;

import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.document.Fields;
import io.twophase.adapter.mongo.driver.Reads;
import io.twophase.adapter.mongo.driver.Server.ServerClock;
import io.twophase.adapter.mongo.record.Removals.ReceiptCodec;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.NewRecord.MemberDocument;
import io.twophase.domain.record.TransactionRecord;
import io.vavr.control.Either;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.bson.BsonDocument;

/** Reads documents of the collection as records, and as members with the records that they name. */
record Lookups(Reads reads, RecordCodec codec, ServerClock clock) {

  /** Reads a document as a record: a member's is none. */
  Lookup record(BsonDocument document) {
    if (ReceiptCodec.isReceipt(document)) {
      return ReceiptCodec.decode(document)
          .fold(fault -> unreadable(document, fault), Lookup::removed);
    }
    if (MemberCodec.isMember(document)) {
      return MemberCodec.decode(document)
          .fold(
              fault -> unreadable(document, fault),
              member -> Lookup.unreadable(member, "is a member of a record of several"));
    }
    return codec
        .decode(document)
        .fold(
            fault -> unreadable(document, fault),
            record -> Lookup.found(record, clock.since(record.lastModified())));
  }

  /**
   * Reads each document as a transaction, in their order, and the records of all members at once,
   * after the documents.
   */
  List<Lookup> members(List<BsonDocument> documents) {
    return members(documents, reads::byId);
  }

  /** Reads one document as a transaction, by a read of its own of the record that it names. */
  Lookup member(BsonDocument document, Function<String, Optional<BsonDocument>> record) {
    return members(
            List.of(document),
            ids -> {
              Map<String, BsonDocument> found = new HashMap<>();
              ids.forEach(id -> record.apply(id).ifPresent(there -> found.put(id, there)));
              return found;
            })
        .get(0);
  }

  /**
   * A record that is not there may have been removed after its members were read, and they before
   * it: so these are read again.
   */
  private List<Lookup> members(
      List<BsonDocument> documents, Function<Collection<String>, Map<String, BsonDocument>> read) {
    Map<String, Either<String, TransactionRecord>> records = named(documents, read);
    Set<String> widowed =
        documents.stream()
            .filter(document -> record(document, records).isEmpty() && names(document).isPresent())
            .map(Fields::idText)
            .collect(Collectors.toSet());
    Map<String, BsonDocument> again = reads.byId(widowed);
    records.putAll(named(again.values(), read));
    return documents.stream()
        .map(
            document ->
                widowed.contains(Fields.idText(document))
                    ? Optional.ofNullable(again.get(Fields.idText(document)))
                        .map(there -> member(there, records))
                        .orElseGet(() -> Lookup.absent(Fields.idText(document)))
                    : member(document, records))
        .toList();
  }

  /** The records that members name. Each is decoded once, however many members name it. */
  private Map<String, Either<String, TransactionRecord>> named(
      Collection<BsonDocument> documents,
      Function<Collection<String>, Map<String, BsonDocument>> read) {
    Set<String> ids = new HashSet<>();
    documents.forEach(document -> names(document).ifPresent(ids::add));
    Map<String, Either<String, TransactionRecord>> records = new HashMap<>();
    if (!ids.isEmpty()) {
      read.apply(ids).forEach((id, found) -> records.put(id, codec.decode(found)));
    }
    return records;
  }

  /** The record that a member's document names. */
  private static Optional<String> names(BsonDocument document) {
    return Optional.ofNullable(document.get(Field.BATCH))
        .filter(named -> named.isString() && document.isString(Field.ID))
        .filter(named -> MemberCodec.isMember(document))
        .map(named -> named.asString().getValue());
  }

  private static Optional<Either<String, TransactionRecord>> record(
      BsonDocument document, Map<String, Either<String, TransactionRecord>> records) {
    return names(document).flatMap(id -> Optional.ofNullable(records.get(id)));
  }

  private Lookup member(
      BsonDocument document, Map<String, Either<String, TransactionRecord>> records) {
    if (MemberCodec.isMember(document)) {
      return MemberCodec.decode(document)
          .fold(
              fault -> unreadable(document, fault),
              member -> found(member, record(document, records)));
    }
    return RecordCodec.isOfSeveral(document)
        ? unreadable(document, "is the record of several")
        : record(document);
  }

  private Lookup found(MemberDocument member, Optional<Either<String, TransactionRecord>> decoded) {
    return decoded
        .filter(Either::isLeft)
        .map(fault -> Lookup.unreadable(member, fault.getLeft()))
        .orElseGet(() -> readable(member, decoded.map(Either::get)));
  }

  /** A record that says of a member what cannot be of its body is as one that cannot be read. */
  private Lookup readable(MemberDocument member, Optional<TransactionRecord> record) {
    try {
      Lookup found = Lookup.found(member, record, Duration.ZERO);
      return Lookup.found(
          member, record, clock.since(found.transaction().orElseThrow().lastModified()));
    } catch (IllegalArgumentException inconsistent) {
      return Lookup.unreadable(member, String.valueOf(inconsistent.getMessage()));
    }
  }

  private static Lookup unreadable(BsonDocument document, String fault) {
    return Lookup.unreadable(Fields.idText(document), fault);
  }
}
