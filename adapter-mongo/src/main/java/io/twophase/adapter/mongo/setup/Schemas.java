package io.twophase.adapter.mongo.setup;

import static io.twophase.adapter.mongo.document.Docs.doc;

import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.document.StateNames;
import io.twophase.domain.transaction.State;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;

/**
 * What the codecs demand of a document, as MongoDB's {@code $jsonSchema} (JSON Schema draft 4 with
 * {@code bsonType}). It is about documents of the version that this code writes: those of the
 * tutorial, which have none until they are adopted, and those of a newer one are let through.
 * Fields that are not ours may be there. What a schema cannot say, such as that the figures add up,
 * only the codecs check.
 */
public final class Schemas {

  private static final String POSITIVE = "{bsonType: 'long', minimum: 1}";
  private static final String NOT_NEGATIVE = "{bsonType: 'long', minimum: 0}";
  private static final String TEXT = "{bsonType: 'string', minLength: 1}";
  private static final String CURRENCY = "{bsonType: 'string', pattern: '^[A-Z]{3}$'}";
  private static final String EITHER_SIDE =
      "oneOf: [{required: ['debit'], properties: {debit: %1$s}},"
          + " {required: ['credit'], properties: {credit: %1$s}}]";

  private static final String AS_A_DOCUMENT =
      "{required: ['home', 'mode', 'operation'], properties: {"
          + "home: %1$s, mode: {enum: ['shared', 'exclusive']}, operation: %1$s}}";

  private static final String LONE =
      "oneOf: [{required: ['debit'], not: {required: ['credit']}, properties: {debit: %1$s}},"
          + " {required: ['credit'], not: {required: ['debit']}, properties: {credit: %1$s}}]";

  /** A record of several may hold in both directions: only such a record has an id like this. */
  private static final String RANGE =
      "{required: ['debit', 'credit'], properties: {id: {bsonType: 'string', pattern: '^batch:.'},"
          + " debit: %1$s, credit: %1$s}}";

  private static final String DOCUMENT =
      "{bsonType: 'object', required: ['collection', '_id'],"
          + " properties: {cluster: %1$s, database: %1$s, collection: %1$s}}";

  private Schemas() {}

  /** Of an account. */
  public static BsonDocument accounts() {
    BsonDocument current =
        BsonDocument.parse(
            """
            {required: ['_id', 'balance', 'available', 'receivable', 'pendingTransactions', 'status',
                        'currency', 'overdraft', 'ceiling', 'opening'],
             properties: {
               _id: %1$s, balance: {bsonType: 'long'}, available: %2$s, receivable: %2$s,
               pendingTransactions: {bsonType: 'array', items: {
                 bsonType: 'object', required: ['id', 'epoch'],
                 properties: {id: %1$s, epoch: %3$s, had: %2$s, could: %2$s}, %4$s}},
               status: {enum: ['active', 'frozen', 'closed']},
               currency: %5$s, overdraft: {bsonType: 'long'}, ceiling: {bsonType: 'long'},
               opening: {bsonType: 'long'}, normal: {enum: ['debit']}},
             oneOf: [
               {required: ['openFor'], properties: {openFor: %5$s, status: {enum: ['active']}}},
               {required: ['shutFor'], properties: {shutFor: %5$s}}]}
            """
                .formatted(TEXT, NOT_NEGATIVE, POSITIVE, hold(), CURRENCY));
    return versioned(current);
  }

  /** Of a transaction record. */
  public static BsonDocument transactions() {
    BsonDocument current =
        BsonDocument.parse(
            """
            {required: ['_id', 'state', 'epoch', 'createdAt', 'lastModified'],
             properties: {
               _id: %1$s, epoch: %2$s, application: %1$s, owner: %1$s, token: %1$s,
               import: {bsonType: 'object', required: ['file', 'row', 'ordered'], properties: {
                 file: {bsonType: 'string', pattern: '^[0-9a-f]{64}$'}, row: %3$s,
                 ordered: {bsonType: 'bool'}}},
               note: {bsonType: 'string'}, reference: %1$s,
               metadata: {bsonType: 'object'}, reverses: %1$s,
               reason: {bsonType: 'object', required: ['kind'], properties: {kind: %1$s}},
               createdAt: {bsonType: 'date'}, lastModified: {bsonType: 'date'},
               claimedAt: {bsonType: 'date'}, takenOverAt: {bsonType: 'date'},
               authorizedAt: {bsonType: 'date'},
               decidedAt: {bsonType: 'date'}, finishedAt: {bsonType: 'date'},
               numbered: {bsonType: 'long', minimum: 1}},
             allOf: [
               {oneOf: [%4$s,
                 {required: ['operations'],
                  properties: {state: {enum: ['canceled', 'cancelled']},
                               operations: {bsonType: 'array', maxItems: 0}}}]}]}
            """
                .formatted(TEXT, NOT_NEGATIVE, POSITIVE, bodies()));
    BsonDocument state = doc("enum", names(State.values()));
    current.getDocument("properties").append(Field.STATE, state);
    current.getArray("allOf").add(reasoned());
    current.getArray("allOf").add(authorization());
    current
        .getArray("allOf")
        .add(
            BsonDocument.parse(
                "{not: {required: ['kind'], properties: {kind: {enum: ['batch', 'receipt']}}}}"));
    BsonDocument all = versioned(current);
    all.getArray("anyOf").add(batch());
    all.getArray("anyOf").add(member());
    all.getArray("anyOf").add(receipt());
    return all;
  }

  /** The forms of a body: a transfer, operations of one currency, or any operations. */
  private static String bodies() {
    return """
    {required: ['source', 'destination', 'value', 'currency'],
     properties: {source: %1$s, destination: %1$s, value: %2$s, currency: %4$s}},
    {required: ['operations', 'currency'],
     properties: {currency: %4$s,
       operations: {bsonType: 'array', minItems: 1, items: {
         bsonType: 'object', required: ['account'], properties: {account: %1$s}, %3$s}}}},
    {required: ['operations'], not: {required: ['currency']},
     properties: {operations: {bsonType: 'array', minItems: 1,
       items: {bsonType: 'object', oneOf: [
         {required: ['account', 'currency'],
          properties: {account: %1$s, currency: %4$s}, %3$s},
         %5$s]}}}}
    """
        .formatted(TEXT, POSITIVE, direction(), CURRENCY, onDocuments());
  }

  /** What only an authorization, or a transfer of as much as there is, has and has to have. */
  private static BsonDocument authorization() {
    return BsonDocument.parse(
        """
        {anyOf: [
          {not: {anyOf: [{required: ['atMost']}, {required: ['authorization']},
                         {required: ['expiresAt']}, {required: ['moved']}]}, properties: {
             state: {not: {enum: ['authorized']}}}},
          {required: ['atMost', 'source', 'destination', 'value'],
           not: {required: ['authorization']},
           properties: {atMost: {enum: [true]},
             state: {not: {enum: ['authorized']}},
             moved: {bsonType: 'array', minItems: 2, maxItems: 2, items: %1$s}}},
          {required: ['authorization', 'expiresAt'], not: {required: ['atMost']},
           properties: {expiresAt: {bsonType: 'date'},
             authorization: {bsonType: 'object', required: ['lifetime'], properties: {
               lifetime: %1$s, required: {bsonType: 'int', minimum: 1},
               approvers: {bsonType: 'array', minItems: 1, items: %2$s}}},
             approvedBy: {bsonType: 'array', items: %2$s},
             moved: {bsonType: 'array', minItems: 2, items: %1$s}}}]}
        """
            .formatted(POSITIVE, TEXT));
  }

  /** The record of several transactions. */
  private static BsonDocument batch() {
    String reasons =
        "{bsonType: 'array', items: {bsonType: 'object', required: ['member', 'reason'],"
            + " properties: {member: %1$s, reason: {bsonType: 'object', required: ['kind']}}}}";
    BsonDocument batch =
        BsonDocument.parse(
            """
            {required: ['kind', 'state', 'epoch', 'inOrder', 'members', 'excluded', 'refused',
                        'left', 'createdAt', 'lastModified', 'v'],
             properties: {
               _id: {bsonType: 'string', pattern: '^batch:.'}, kind: {enum: ['batch']},
               state: {enum: ['pending', 'applied', 'done', 'canceling', 'canceled']},
               epoch: %2$s, application: %1$s, owner: %1$s, token: %1$s,
               inOrder: {bsonType: 'bool'},
               members: {bsonType: 'array', items: %1$s}, left: {bsonType: 'array', items: %1$s},
               unseen: {bsonType: 'array', items: %1$s}, leavesOut: {enum: [true]},
               excluded: %3$s, refused: %3$s, v: {enum: [1]},
               moved: {bsonType: 'array', items: {bsonType: 'object',
                 required: ['member', 'amounts'], properties: {member: %1$s,
                   amounts: {bsonType: 'array', minItems: 1, items: %4$s}}}},
               reason: {bsonType: 'object', required: ['kind']},
               createdAt: {bsonType: 'date'}, lastModified: {bsonType: 'date'},
               decidedAt: {bsonType: 'date'}, endedAt: {bsonType: 'date'},
               numbered: {bsonType: 'long', minimum: 1}}}
            """
                .formatted(TEXT, NOT_NEGATIVE, reasons.formatted(TEXT), POSITIVE));
    batch.append("allOf", new BsonArray(List.of(reasoned())));
    return batch;
  }

  /** The document of a transaction that a record of several decides. */
  private static BsonDocument member() {
    return BsonDocument.parse(
        """
        {required: ['batch', 'createdAt', 'v'],
         not: {anyOf: [{required: ['state']}, {required: ['authorization']}]},
         properties: {
           _id: %1$s, batch: {bsonType: 'string', pattern: '^batch:.'},
           atMost: {enum: [true]}, note: {bsonType: 'string'}, reference: %1$s,
           metadata: {bsonType: 'object'}, reverses: %1$s, createdAt: {bsonType: 'date'},
           v: {enum: [1]}},
         oneOf: [%2$s]}
        """
            .formatted(TEXT, bodies()));
  }

  /** What retention has left of a record. */
  private static BsonDocument receipt() {
    return BsonDocument.parse(
        """
        {required: ['kind', 'digest', 'epoch', 'endedAt', 'v'],
         not: {required: ['state']},
         properties: {
           _id: %1$s, kind: {enum: ['receipt']}, digest: {bsonType: 'binData'}, epoch: %2$s,
           reason: {bsonType: 'object', required: ['kind'], properties: {kind: %1$s}},
           moved: %3$s, endedAt: {bsonType: 'date'}, v: {enum: [1]}}}
        """
            .formatted(TEXT, NOT_NEGATIVE, POSITIVE));
  }

  private static BsonDocument requiring(String field) {
    return doc("required", List.of(new BsonString(field)));
  }

  /** The operations on documents: by their kinds. */
  private static String onDocuments() {
    String document = DOCUMENT.formatted(TEXT);
    String guards =
        "where: {bsonType: 'array', items: {bsonType: 'object',"
            + " anyOf: [{required: ['field']}, {required: ['unchanged']}]}}";
    return String.join(
        ", ",
        "{required: ['insert', 'document'], properties: {insert: %s}}".formatted(document),
        """
        {required: ['change', 'where', 'changes'], properties: {change: %s, %s,
          changes: {bsonType: 'array', minItems: 1, items: {
            bsonType: 'object', required: ['field']}}}}
        """
            .formatted(document, guards),
        "{required: ['remove', 'where'], properties: {remove: %s, %s}}".formatted(document, guards),
        "{required: ['check', 'where'], properties: {check: %s, %s}}".formatted(document, guards),
        "{required: ['absent'], properties: {absent: %s}}".formatted(document),
        """
        {required: ['add', 'field', 'amount', 'floor', 'ceiling'], properties: {add: %s, field: %s,
          amount: {bsonType: 'long'}, floor: {bsonType: 'long'}, ceiling: {bsonType: 'long'}}}
        """
            .formatted(document, TEXT));
  }

  /** A canceled record says why. */
  private static BsonDocument reasoned() {
    BsonDocument isCanceled =
        doc("properties", doc(Field.STATE, doc("enum", names(State.CANCELING, State.CANCELED))));
    return anyOf(doc("not", isCanceled), requiring(Field.REASON));
  }

  private static BsonDocument versioned(BsonDocument current) {
    BsonDocument otherVersion =
        BsonDocument.parse(
            "{not: {required: ['v'], properties: {v: {enum: [%s]}}}}"
                .formatted(Field.CURRENT_VERSION));
    return anyOf(otherVersion, current).append("bsonType", new BsonString("object"));
  }

  private static BsonDocument anyOf(BsonDocument one, BsonDocument other) {
    return doc("anyOf", List.of(one, other));
  }

  private static BsonArray names(State... states) {
    Stream<BsonString> names =
        Arrays.stream(states).flatMap(state -> StateNames.all(state).stream());
    return new BsonArray(names.toList());
  }

  /** A hold of money, one way or both ways; or of the account as a document. */
  private static String hold() {
    return "oneOf: [{%s}, %s, %s]"
        .formatted(
            LONE.formatted(POSITIVE), RANGE.formatted(POSITIVE), AS_A_DOCUMENT.formatted(TEXT));
  }

  private static String direction() {
    return EITHER_SIDE.formatted(POSITIVE);
  }
}
