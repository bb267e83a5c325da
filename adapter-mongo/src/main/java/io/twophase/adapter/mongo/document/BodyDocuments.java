package io.twophase.adapter.mongo.document;

import io.twophase.domain.id.AccountId;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.money.Money;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.operation.Credit;
import io.twophase.domain.operation.Debit;
import io.twophase.domain.operation.Direction;
import io.twophase.domain.transaction.ImportedRow;
import io.twophase.domain.transaction.NewTransaction;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;

/**
 * What a transaction does, on the wire: the tutorial's {@code source, destination, value} for an
 * ordinary transfer, {@code operations} for anything else.
 */
final class BodyDocuments {

  private BodyDocuments() {}

  static void write(NewTransaction body, BsonDocument document) {
    List<AccountOperation> operations = body.accountOperations();
    if (isTransfer(operations)) {
      document
          .append(Field.SOURCE, new BsonString(operations.get(0).account().value()))
          .append(Field.DESTINATION, new BsonString(operations.get(1).account().value()))
          .append(Field.VALUE, new BsonInt64(operations.get(0).amount().minor()));
    } else {
      document.append(Field.OPERATIONS, array(operations));
    }
    if (!body.isTombstone()) {
      Currency currency = operations.get(0).amount().currency();
      document.append(Field.CURRENCY, new BsonString(currency.getCurrencyCode()));
    }
    body.note().forEach(note -> document.append(Field.NOTE, new BsonString(note)));
    body.reverses().forEach(id -> document.append(Field.REVERSES, new BsonString(id.value())));
    body.importedRow().forEach(row -> document.append(Field.IMPORT, importedRow(row)));
  }

  private static BsonDocument importedRow(ImportedRow row) {
    return new BsonDocument(Field.FILE, new BsonString(row.file()))
        .append(Field.ROW, new BsonInt64(row.row()))
        .append(Field.ORDERED, BsonBoolean.valueOf(row.inFileOrder()));
  }

  private static boolean isTransfer(List<AccountOperation> operations) {
    return operations.size() == 2
        && operations.get(0) instanceof Debit debit
        && operations.get(1) instanceof Credit credit
        && debit.amount().equals(credit.amount());
  }

  private static BsonArray array(List<AccountOperation> operations) {
    BsonArray array = new BsonArray(operations.size());
    for (AccountOperation operation : operations) {
      array.add(
          new BsonDocument(Field.ACCOUNT, new BsonString(operation.account().value()))
              .append(
                  HoldDocuments.amountField(operation.direction()),
                  new BsonInt64(operation.amount().minor())));
    }
    return array;
  }

  /** The tutorial's amounts are of any numeric type and, without a currency, of {@code adopted}. */
  static NewTransaction readTutorial(TransactionId id, Fields fields, Currency adopted) {
    Currency currency = fields.has(Field.CURRENCY) ? fields.currency(Field.CURRENCY) : adopted;
    return body(id, transfer(fields, currency, fields.whole(Field.VALUE)), Option.none());
  }

  static NewTransaction read(TransactionId id, Fields fields) {
    if (fields.has(Field.OPERATIONS) && fields.array(Field.OPERATIONS).isEmpty()) {
      return NewTransaction.tombstone(id);
    }
    Currency currency = fields.currency(Field.CURRENCY);
    Option<TransactionId> reverses =
        fields.has(Field.REVERSES)
            ? Option.some(fields.parsed(Field.REVERSES, TransactionId::parse))
            : Option.none();
    List<AccountOperation> operations =
        fields.has(Field.OPERATIONS)
            ? operations(fields, currency)
            : transfer(fields, currency, fields.int64(Field.VALUE));
    NewTransaction body = body(id, operations, reverses);
    NewTransaction noted = fields.has(Field.NOTE) ? body.noted(fields.text(Field.NOTE)) : body;
    return fields.has(Field.IMPORT)
        ? noted.importedBy(importedRow(fields.document(Field.IMPORT)))
        : noted;
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

  private static List<AccountOperation> operations(Fields fields, Currency currency) {
    BsonArray array = fields.array(Field.OPERATIONS);
    List<AccountOperation> operations = new ArrayList<>(array.size());
    for (int at = 0; at < array.size(); at++) {
      operations.add(operation(fields.element(Field.OPERATIONS, array, at), currency));
    }
    return operations;
  }

  private static AccountOperation operation(Fields fields, Currency currency) {
    AccountId account = fields.parsed(Field.ACCOUNT, AccountId::parse);
    Direction direction = fields.has(Field.CREDIT) ? Direction.CREDIT : Direction.DEBIT;
    String name = HoldDocuments.amountField(direction);
    Money amount = new Money(fields.int64(name), currency);
    if (!amount.isPositive()) {
      throw fields.fault(name, "is " + amount.minor() + ", not above zero");
    }
    return HoldDocuments.operation(direction, account, amount);
  }

  private static NewTransaction body(
      TransactionId id, List<AccountOperation> operations, Option<TransactionId> reverses) {
    return NewTransaction.of(id, operations, reverses)
        .getOrElseThrow(refusal -> new MalformedDocumentException(refusal.message()));
  }
}
