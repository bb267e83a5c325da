package io.twophase.adapter.mongo.document;

import io.twophase.domain.id.AccountId;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.money.Money;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.operation.Credit;
import io.twophase.domain.operation.Debit;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.transaction.ImportedRow;
import io.twophase.domain.transaction.NewTransaction;
import io.vavr.control.Option;
import java.util.Currency;
import java.util.List;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;

/**
 * What a transaction does, on the wire: the tutorial's {@code source, destination, value} for an
 * ordinary transfer, {@code operations} for anything else. If these are on accounts, and of one
 * currency, the record names it once; else each operation on an account names its own.
 */
public final class BodyDocuments {

  private BodyDocuments() {}

  /** Appends the body to a record's document. */
  public static void write(NewTransaction body, BsonDocument document) {
    if (isTransfer(body)) {
      transfer(body.accountOperations(), document);
    } else if (!isOfOneCurrency(body)) {
      document.append(Field.OPERATIONS, OperationDocuments.ofAny(body.operations()));
    } else {
      ofOneCurrency(body.accountOperations(), document);
    }
    body.note().forEach(note -> document.append(BodyField.NOTE, new BsonString(note)));
    LabelDocuments.write(body.labels(), document);
    body.reverses().forEach(id -> document.append(Field.REVERSES, new BsonString(id.value())));
    body.importedRow().forEach(row -> document.append(BodyField.IMPORT, importedRow(row)));
    AuthorizationDocuments.write(body, document);
    if (body.isAtMost()) {
      document.append(Field.AT_MOST, BsonBoolean.TRUE);
    }
  }

  private static void transfer(List<AccountOperation> operations, BsonDocument document) {
    document
        .append(Field.SOURCE, new BsonString(operations.get(0).account().value()))
        .append(Field.DESTINATION, new BsonString(operations.get(1).account().value()))
        .append(Field.VALUE, new BsonInt64(operations.get(0).amount().minor()))
        .append(Field.CURRENCY, OperationDocuments.currency(operations.get(0)));
  }

  private static void ofOneCurrency(List<AccountOperation> operations, BsonDocument document) {
    document.append(Field.OPERATIONS, OperationDocuments.ofOneCurrency(operations));
    if (!operations.isEmpty()) {
      document.append(Field.CURRENCY, OperationDocuments.currency(operations.get(0)));
    }
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
    return new BsonDocument(BodyField.FILE, new BsonString(row.file()))
        .append(BodyField.ROW, new BsonInt64(row.row()))
        .append(BodyField.ORDERED, BsonBoolean.valueOf(row.inFileOrder()));
  }

  private static boolean isTransfer(NewTransaction body) {
    List<Operation> operations = body.operations();
    return operations.size() == 2
        && operations.get(0) instanceof Debit debit
        && operations.get(1) instanceof Credit credit
        && debit.amount().equals(credit.amount());
  }

  /** The tutorial's amounts are of any numeric type and, without a currency, of {@code adopted}. */
  public static NewTransaction readTutorial(TransactionId id, Fields fields, Currency adopted) {
    Currency currency = fields.has(Field.CURRENCY) ? fields.currency(Field.CURRENCY) : adopted;
    return body(id, transfer(fields, currency, fields.whole(Field.VALUE)), Option.none());
  }

  /** The body of a record. */
  public static NewTransaction read(TransactionId id, Fields fields) {
    if (fields.has(Field.OPERATIONS) && fields.array(Field.OPERATIONS).isEmpty()) {
      return NewTransaction.tombstone(id);
    }
    Option<TransactionId> reverses =
        fields.has(Field.REVERSES)
            ? Option.some(fields.parsed(Field.REVERSES, TransactionId::parse))
            : Option.none();
    boolean atMost = fields.has(Field.AT_MOST);
    NewTransaction body =
        body(id, atMost ? atMost(fields, operations(fields)) : operations(fields), reverses)
            .labelled(LabelDocuments.read(fields));
    NewTransaction noted =
        fields.has(BodyField.NOTE) ? body.noted(fields.text(BodyField.NOTE)) : body;
    NewTransaction asked =
        fields.has(BodyField.IMPORT)
            ? noted.importedBy(importedRow(fields.document(BodyField.IMPORT)))
            : noted;
    // also if it has lost its terms: read without them, it would be applied without a capture
    boolean isAuthorization =
        !atMost && (fields.has(Field.AUTHORIZATION) || fields.has(Field.EXPIRES_AT));
    return isAuthorization ? asked.authorizedUnder(AuthorizationDocuments.terms(fields)) : asked;
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
    if (!namesCurrency(fields)) {
      return OperationDocuments.readAny(fields);
    }
    Currency currency = fields.currency(Field.CURRENCY);
    return fields.has(Field.OPERATIONS)
        ? OperationDocuments.readOneCurrency(fields, currency)
        : transfer(fields, currency, fields.int64(Field.VALUE));
  }

  private static boolean namesCurrency(Fields fields) {
    return fields.has(Field.CURRENCY) || fields.has(Field.VALUE);
  }

  private static ImportedRow importedRow(Fields fields) {
    return ImportedRow.of(
            fields.text(BodyField.FILE),
            fields.int64(BodyField.ROW),
            fields.bool(BodyField.ORDERED))
        .getOrElseThrow(fault -> new MalformedDocumentException(BodyField.IMPORT + ": " + fault));
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
      TransactionId id, List<? extends Operation> operations, Option<TransactionId> reverses) {
    return NewTransaction.of(id, operations, reverses)
        .getOrElseThrow(refusal -> new MalformedDocumentException(refusal.message()));
  }
}
