package io.twophase.adapter.mongo.participant.write;

import io.twophase.adapter.mongo.element.HoldElements;
import io.twophase.adapter.mongo.value.Values;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.document.Names;
import io.twophase.domain.participant.DocumentHold;
import io.twophase.domain.participant.EscrowField;
import io.twophase.domain.participant.Participant;
import io.twophase.domain.value.Field;
import io.twophase.domain.value.Fields;
import io.twophase.domain.value.Value;
import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt64;

/** Stored documents to the domain's participants. */
public final class ParticipantCodec {

  private ParticipantCodec() {}

  /** The participant that a stored document is; or what of it cannot be read. */
  public static Either<String, Participant> decode(
      CollectionName collection, BsonDocument document) {
    try {
      return Either.right(read(collection, document));
    } catch (RuntimeException malformed) {
      return Either.left(malformed.toString());
    }
  }

  /** Which document it is. */
  public static DocumentRef ref(CollectionName collection, BsonDocument document) {
    return new DocumentRef(
        collection, Values.decode(Objects.requireNonNull(document.get(Names.ID), Names.ID)));
  }

  private static Participant read(CollectionName collection, BsonDocument document) {
    List<Field> fields = new ArrayList<>(document.size());
    document.forEach(
        (name, value) -> {
          if (!name.equals(Names.ID) && !Names.isReserved(name)) {
            fields.add(new Field(name, Values.decode(value)));
          }
        });
    BsonArray pending = document.getArray(Names.PENDING, new BsonArray());
    List<DocumentHold> holds = pending.stream().map(HoldElements::decode).toList();
    requireNumber(document, Names.QUORUM_READS);
    boolean placeholder = isPlaceholder(document, pending);
    return new Participant(
        ref(collection, document),
        // what a placeholder keeps for unique indexes is no document's yet
        placeholder ? Fields.none() : new Fields(fields),
        placeholder,
        Option.of(document.get(Names.LAST_TRANSACTION)).map(LastTransactionCodec::decode),
        holds,
        bounds(document.getDocument(Names.ESCROW, new BsonDocument())));
  }

  /** Only true, and only with the one hold that has made it. */
  private static boolean isPlaceholder(BsonDocument document, BsonArray pending) {
    if (!document.containsKey(Names.PLACEHOLDER)) {
      return false;
    }
    boolean isOne =
        document.getBoolean(Names.PLACEHOLDER).getValue()
            && pending.size() == 1
            && HoldElements.isOfPlaceholder(pending.get(0));
    if (!isOne) {
      throw new IllegalArgumentException(
          Names.PLACEHOLDER + " is there, without one hold of an insert");
    }
    return true;
  }

  private static Map<String, EscrowField> bounds(BsonDocument escrow) {
    Map<String, EscrowField> bounds = HashMap.empty();
    for (String field : escrow.keySet()) {
      BsonDocument of = escrow.getDocument(field);
      bounds =
          bounds.put(
              field,
              new EscrowField(
                  int64(of, ParticipantField.AVAILABLE),
                  int64(of, ParticipantField.RECEIVABLE),
                  int64(of, ParticipantField.FLOOR),
                  int64(of, ParticipantField.CEILING)));
    }
    return bounds;
  }

  private static void requireNumber(BsonDocument document, String name) {
    if (document.containsKey(name)) {
      document.getNumber(name);
    }
  }

  /** A whole number: outsiders may have stored it with another type. */
  private static long int64(BsonDocument document, String name) {
    Value value = Values.decode(document.getNumber(name)).canonical();
    if (value instanceof Value.Decimal number) {
      return number.value().longValueExact();
    }
    throw new IllegalArgumentException(name + " is " + value.words());
  }

  /**
   * Which of the bounds that are added to are no int64, as additions need them; none if all are.
   */
  public static Option<String> strangeBound(BsonDocument document, String field) {
    BsonDocument bounds =
        document
            .getDocument(Names.ESCROW, new BsonDocument())
            .getDocument(field, new BsonDocument());
    return Option.ofOptional(
        ParticipantField.BOUNDS.stream()
            .filter(bound -> bounds.containsKey(bound) && !bounds.isInt64(bound))
            .findFirst());
  }

  static BsonDocument encode(EscrowField bounds) {
    return new BsonDocument(ParticipantField.AVAILABLE, new BsonInt64(bounds.available()))
        .append(ParticipantField.RECEIVABLE, new BsonInt64(bounds.receivable()))
        .append(ParticipantField.FLOOR, new BsonInt64(bounds.floor()))
        .append(ParticipantField.CEILING, new BsonInt64(bounds.ceiling()));
  }
}
