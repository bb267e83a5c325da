package io.twophase.adapter.mongo.document;

import static io.twophase.adapter.mongo.document.Docs.doc;
import static io.twophase.adapter.mongo.document.Docs.int64;

import io.twophase.domain.AccountId;
import io.twophase.domain.Money;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.operation.Credit;
import io.twophase.domain.operation.Debit;
import io.twophase.domain.operation.Direction;
import io.twophase.domain.operation.Operation;
import java.util.Currency;
import java.util.List;
import java.util.function.Function;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;

/**
 * Operations on the wire. Those on accounts are {@code { account, debit | credit }}, and name their
 * currency where the record does not name the one currency of all.
 */
final class OperationDocuments {

  private OperationDocuments() {}

  /** Operations on accounts, in one currency. */
  static BsonArray ofOneCurrency(List<AccountOperation> operations) {
    return new BsonArray(operations.stream().map(OperationDocuments::leg).toList());
  }

  /** Any operations. */
  static BsonArray ofAny(List<Operation> operations) {
    return new BsonArray(
        operations.stream()
            .map(
                operation ->
                    operation.<BsonDocument>foldTarget(
                        account -> leg(account).append(Field.CURRENCY, currency(account)),
                        DocumentOperationDocuments::write))
            .toList());
  }

  static BsonString currency(AccountOperation operation) {
    return new BsonString(operation.amount().currency().getCurrencyCode());
  }

  private static BsonDocument leg(AccountOperation operation) {
    return doc(Field.ACCOUNT, operation.account().value())
        .append(amountField(operation.direction()), int64(operation.amount().minor()));
  }

  /** The operations of a record, on accounts and in that currency. */
  static List<AccountOperation> readOneCurrency(Fields record, Currency currency) {
    return read(record, element -> leg(element, currency));
  }

  /** The operations of a record. */
  static List<Operation> readAny(Fields record) {
    return read(
        record,
        element ->
            element.has(Field.ACCOUNT)
                ? leg(element, element.currency(Field.CURRENCY))
                : document(element));
  }

  private static <T> List<T> read(Fields record, Function<Fields, T> one) {
    return record.elements(Field.OPERATIONS).stream().map(one).toList();
  }

  private static AccountOperation leg(Fields element, Currency currency) {
    return leg(element, element.parsed(Field.ACCOUNT, AccountId::parse), currency);
  }

  /** The operation on {@code account} whose direction and amount are in a document. */
  static AccountOperation leg(Fields element, AccountId account, Currency currency) {
    Direction direction = element.has(Field.CREDIT) ? Direction.CREDIT : Direction.DEBIT;
    String name = amountField(direction);
    Money amount = new Money(element.int64(name, 1, "not above zero"), currency);
    return switch (direction) {
      case DEBIT -> new Debit(account, amount);
      case CREDIT -> new Credit(account, amount);
    };
  }

  /** The field that has the amount of a direction. */
  static String amountField(Direction direction) {
    return switch (direction) {
      case DEBIT -> Field.DEBIT;
      case CREDIT -> Field.CREDIT;
    };
  }

  private static Operation document(Fields element) {
    try {
      return DocumentOperationDocuments.read(element);
    } catch (IllegalArgumentException refused) {
      throw element.fault("cannot be: " + refused.getMessage());
    }
  }
}
