package io.twophase.adapter.mongo.record;

import static io.twophase.adapter.mongo.document.Docs.array;
import static io.twophase.adapter.mongo.document.Docs.doc;
import static io.twophase.adapter.mongo.document.Docs.onlyIf;
import static io.twophase.adapter.mongo.document.Docs.unlessEmpty;

import io.twophase.adapter.mongo.document.Docs;
import io.twophase.adapter.mongo.document.Docs.Doc;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.document.Fields;
import io.twophase.adapter.mongo.document.MalformedDocumentException;
import io.twophase.adapter.mongo.document.Values;
import io.twophase.domain.AccountId;
import io.twophase.domain.ApproverName;
import io.twophase.domain.Money;
import io.twophase.domain.TransactionId;
import io.twophase.domain.authorization.ApprovalRule;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.operation.AccountOperation.Credit;
import io.twophase.domain.operation.AccountOperation.Debit;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.transaction.Attempt;
import io.twophase.domain.transaction.ImportedRow;
import io.twophase.domain.transaction.Labels;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.value.Value;
import java.time.Duration;
import java.util.Currency;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;

/**
 * The operations of a transaction, on the wire: the tutorial's {@code source, destination, value}
 * for an ordinary transfer, {@code operations} for anything else. If these are on accounts, and of
 * one currency, the record names it once; else each operation on an account names its own. Beside
 * that is what the host says about it, {@code reference: "invoice 7", metadata: {order: "o1"}}, and
 * the terms of an authorization, {@code authorization: { lifetime, required, approvers }}.
 */
public final class BodyDocuments {

  private BodyDocuments() {}

  /** Appends the body to a record's document; answers whether it is that of a bare transfer. */
  public static boolean write(NewTransaction body, BsonDocument document) {
    List<Operation> operations = body.operations();
    // two operations that balance are of one amount
    if (operations.size() == 2
        && operations.get(0) instanceof Debit debit
        && operations.get(1) instanceof Credit credit) {
      transfer(debit, credit, document);
    } else if (!isOfOneCurrency(body)) {
      document.append(Field.OPERATIONS, OperationDocuments.ofAny(operations));
    } else {
      List<AccountOperation> onAccounts = body.accountOperations();
      document.append(Field.OPERATIONS, OperationDocuments.ofOneCurrency(onAccounts));
      onAccounts.stream()
          .findFirst()
          .ifPresent(one -> document.append(Field.CURRENCY, currency(one.amount())));
    }
    boolean isBare = body.isBareTransfer();
    if (!isBare) {
      document.putAll(besides(body));
    }
    return isBare;
  }

  private static BsonDocument besides(NewTransaction body) {
    return doc(Field.NOTE, body.note())
        .with(body.isLabelled() ? labels(body.labels()) : doc())
        .with(Field.REVERSES, body.reverses().map(TransactionId::value))
        .with(Field.IMPORT, body.importedRow().map(BodyDocuments::importedRow))
        .with(Field.AUTHORIZATION, body.authorization().map(BodyDocuments::terms))
        .with(Field.AT_MOST, onlyIf(body.isAtMost()));
  }

  private static void transfer(Debit debit, Credit credit, BsonDocument document) {
    Money amount = debit.amount();
    document
        .append(Field.SOURCE, new BsonString(debit.account().value()))
        .append(Field.DESTINATION, new BsonString(credit.account().value()))
        .append(Field.VALUE, new BsonInt64(amount.minor()))
        .append(Field.CURRENCY, currency(amount));
  }

  static BsonString currency(Money amount) {
    return new BsonString(amount.currency().getCurrencyCode());
  }

  private static boolean isOfOneCurrency(NewTransaction body) {
    List<AccountOperation> onAccounts = body.accountOperations();
    return onAccounts.size() == body.operations().size()
        && onAccounts.stream()
                .map(operation -> operation.amount().currency())
                .distinct()
                .limit(2)
                .count()
            <= 1;
  }

  private static BsonDocument importedRow(ImportedRow row) {
    return doc(Field.FILE, row.file(), Field.ROW, row.row(), Field.ORDERED, row.inFileOrder());
  }

  /** The tutorial's amounts are of any numeric type and, without a currency, of {@code adopted}. */
  public static NewTransaction readTutorial(TransactionId id, Fields fields, Currency adopted) {
    Currency currency = fields.has(Field.CURRENCY) ? fields.currency(Field.CURRENCY) : adopted;
    return body(id, transfer(fields, currency, fields.whole(Field.VALUE)), Optional.empty());
  }

  /** The body of a record. */
  public static NewTransaction read(TransactionId id, Fields fields) {
    if (fields.has(Field.OPERATIONS) && fields.array(Field.OPERATIONS).isEmpty()) {
      return NewTransaction.tombstone(id);
    }
    Optional<TransactionId> reverses =
        fields.ifAny(Field.REVERSES, name -> fields.parsed(name, TransactionId::parse));
    boolean atMost = fields.has(Field.AT_MOST);
    NewTransaction asked =
        body(id, atMost ? atMost(fields, operations(fields)) : operations(fields), reverses)
            .labelled(labels(fields));
    asked = fields.ifAny(Field.NOTE, fields::text).map(asked::noted).orElse(asked);
    asked =
        fields
            .ifAny(Field.IMPORT, fields::document)
            .map(BodyDocuments::importedRow)
            .map(asked::importedBy)
            .orElse(asked);
    // also if it has lost its terms: read without them, it would be applied without a capture
    boolean isAuthorization =
        !atMost && (fields.has(Field.AUTHORIZATION) || fields.has(Field.EXPIRES_AT));
    return isAuthorization ? asked.authorizedUnder(terms(fields)) : asked;
  }

  /** The debit of a transfer, of as much as there is. */
  private static List<Operation> atMost(Fields fields, List<? extends Operation> operations) {
    if (!fields.bool(Field.AT_MOST) || fields.has(Field.AUTHORIZATION)) {
      throw fields.fault(Field.AT_MOST, "is there, where it cannot be");
    }
    return operations.stream()
        .<Operation>map(
            operation ->
                operation instanceof Debit debit
                    ? Debit.atMost(debit.account(), debit.amount())
                    : operation)
        .toList();
  }

  private static List<? extends Operation> operations(Fields fields) {
    if (!fields.has(Field.CURRENCY) && !fields.has(Field.VALUE)) {
      return OperationDocuments.readAny(fields);
    }
    Currency currency = fields.currency(Field.CURRENCY);
    return fields.has(Field.OPERATIONS)
        ? OperationDocuments.readOneCurrency(fields, currency)
        : transfer(fields, currency, fields.int64(Field.VALUE));
  }

  private static ImportedRow importedRow(Fields fields) {
    return ImportedRow.of(
            fields.text(Field.FILE), fields.int64(Field.ROW), fields.bool(Field.ORDERED))
        .getOrElseThrow(fault -> new MalformedDocumentException(Field.IMPORT + ": " + fault));
  }

  private static List<AccountOperation> transfer(Fields fields, Currency currency, long value) {
    if (value <= 0) {
      throw fields.fault(Field.VALUE, "is " + value + ", not above zero");
    }
    Money amount = new Money(value, currency);
    return List.of(
        new Debit(fields.parsed(Field.SOURCE, AccountId::parse), amount),
        new Credit(fields.parsed(Field.DESTINATION, AccountId::parse), amount));
  }

  private static NewTransaction body(
      TransactionId id, List<? extends Operation> operations, Optional<TransactionId> reverses) {
    return NewTransaction.of(id, operations, reverses)
        .getOrElseThrow(refusal -> new MalformedDocumentException(refusal.message()));
  }

  /** The fields of labels in a record's document; none of what is not said. */
  private static Doc labels(Labels labels) {
    Doc metadata = doc();
    labels.metadata().forEach(metadata::with);
    return doc(Field.REFERENCE, labels.reference())
        .with(Field.METADATA, unlessEmpty(metadata))
        .with(Field.FUNCTION, labels.attempt().map(BodyDocuments::write));
  }

  /** The attempt of a function that a record or a receipt is of. */
  public static BsonDocument write(Attempt attempt) {
    BsonDocument written =
        doc(Field.FUNCTION, attempt.function().value(), Field.ATTEMPT, (long) attempt.number());
    attempt.value().ifPresent(value -> StoredValue.append(written, Field.RETURNED, value));
    return written;
  }

  /**
   * Reads the attempt of a function that a record, or a receipt, belongs to; none if it belongs to
   * no function. The function's id must be readable, for it decides whose attempt this is.
   */
  public static Optional<Attempt> attempt(Fields fields) {
    if (!fields.has(Field.FUNCTION)) {
      return Optional.empty();
    }
    Fields written = fields.document(Field.FUNCTION);
    TransactionId function = written.parsed(Field.FUNCTION, TransactionId::parse);
    Optional<Value> returned =
        written.ifAny(Field.RETURNED, name -> StoredValue.read(written, name));
    try {
      return Optional.of(
          new Attempt(function, Math.toIntExact(written.int64(Field.ATTEMPT)), returned));
    } catch (IllegalArgumentException | ArithmeticException invalid) {
      throw written.fault("is no attempt of a function: " + invalid.getMessage());
    }
  }

  /**
   * The labels of a record, as far as the rules know them. No decision depends on a label, so
   * anything else that a program has written there makes no record unreadable.
   */
  private static Labels labels(Fields fields) {
    BsonDocument document = fields.document();
    Map<String, String> metadata = new LinkedHashMap<>();
    if (document.get(Field.METADATA) instanceof BsonDocument entries) {
      entries.forEach(
          (key, value) -> {
            if (value.isString()) {
              metadata.put(key, value.asString().getValue());
            }
          });
    }
    Optional<String> reference =
        document.isString(Field.REFERENCE)
            ? Optional.of(fields.text(Field.REFERENCE))
            : Optional.empty();
    return Labels.of(reference, metadata).getOrElse(Labels.NONE).of(attempt(fields));
  }

  /** The filter of what says all of {@code wanted}. */
  public static BsonDocument requireLabels(Labels wanted) {
    Doc filter = doc(Field.REFERENCE, wanted.reference());
    wanted.metadata().forEach((key, value) -> filter.with(Docs.path(Field.METADATA, key), value));
    return filter;
  }

  private static BsonDocument terms(AuthorizationTerms terms) {
    Optional<ApprovalRule> rule = terms.approvals();
    return doc(Field.LIFETIME, terms.lifetime().toMillis())
        .with(Field.REQUIRED, rule.map(ApprovalRule::required))
        .with(Field.APPROVERS, rule.map(ApprovalRule::named).map(BodyDocuments::names));
  }

  /** The names of approvers. */
  public static BsonArray names(List<ApproverName> approvers) {
    return array(approvers.stream().map(ApproverName::value).toList());
  }

  private static AuthorizationTerms terms(Fields record) {
    Fields written = record.document(Field.AUTHORIZATION);
    try {
      return new AuthorizationTerms(
          Duration.ofMillis(written.int64(Field.LIFETIME)), approvals(written));
    } catch (IllegalArgumentException | ArithmeticException broken) {
      throw record.fault(Field.AUTHORIZATION, "is none: " + broken.getMessage());
    }
  }

  private static Optional<ApprovalRule> approvals(Fields written) {
    return written.ifAny(
        Field.APPROVERS,
        named ->
            new ApprovalRule(
                Math.toIntExact(written.whole(Field.REQUIRED)), approvers(written, named)));
  }

  /** The approvers that an array names. */
  public static List<ApproverName> approvers(Fields fields, String name) {
    return fields.each(name, (all, one) -> all.parsed(one, ApproverName::parse));
  }

  /**
   * A value of a host's inside of a record. If the record could not be stored with it, since a name
   * in it has a dot or begins with {@code $}, or since it lies too deep, then it is written as the
   * bytes of a document that has it as {@code value}, and beside it {@code bson: true}.
   */
  static final class StoredValue {

    private static final String INSIDE = "value";

    /**
     * The depth to which documents and arrays may be in each other: MongoDB promises a hundred, and
     * the record has some around the value.
     */
    private static final int DEEPEST = 80;

    private StoredValue() {}

    /** Appends the value under that name: at most one for each document. */
    static BsonDocument append(BsonDocument document, String name, Value value) {
      return isPlain(value, 0)
          ? document.append(name, Values.encode(value))
          : document.append(name, bytes(value)).append(Field.BSON, BsonBoolean.TRUE);
    }

    /** The value of that name. */
    static Value read(Fields document, String name) {
      return Values.decode(
          document.has(Field.BSON) ? inside(document, name) : document.value(name));
    }

    private static BsonValue inside(Fields document, String name) {
      try {
        BsonDocument around =
            new RawBsonDocument(document.binary(name)).decode(new BsonDocumentCodec());
        return Fields.of(around).value(INSIDE);
      } catch (RuntimeException | StackOverflowError malformed) {
        throw document.fault(name, "has bytes that are no BSON: " + malformed.getMessage());
      }
    }

    private static BsonBinary bytes(Value value) {
      return new BsonBinary(Docs.bytes(doc(INSIDE, Values.encode(value))));
    }

    private static boolean isPlain(Value value, int depth) {
      if (depth > DEEPEST) {
        return false;
      }
      if (value instanceof Value.Embedded embedded) {
        return embedded.fields().all().stream()
            .allMatch(field -> isPlain(field.name()) && isPlain(field.value(), depth + 1));
      }
      return !(value instanceof Value.Array array)
          || array.values().stream().allMatch(inner -> isPlain(inner, depth + 1));
    }

    private static boolean isPlain(String name) {
      return !name.startsWith("$") && name.indexOf('.') < 0;
    }
  }
}
