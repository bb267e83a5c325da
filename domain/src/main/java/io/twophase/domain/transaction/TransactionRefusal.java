package io.twophase.domain.transaction;

import io.twophase.domain.AccountId;
import io.twophase.domain.Money;
import io.twophase.domain.Reason.Line;
import io.twophase.domain.TransactionId;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import java.math.BigInteger;
import java.util.Currency;

/**
 * The operations cannot make a transaction. Nothing is stored.
 *
 * <p>Then: correct the request; the id is free.
 */
public sealed interface TransactionRefusal extends Refusal {

  /**
   * The transaction takes as much as there is, and is not one debit followed by one credit.
   *
   * <p>Then: ask for each amount alone.
   */
  @Line(
      "a transaction that takes as much as there is has one debit and one credit, and nothing else")
  record AtMostOfMany() implements TransactionRefusal {}

  /**
   * The transaction takes as much as there is, and was asked as an authorization.
   *
   * <p>Then: authorize an amount, or transfer as much as there is.
   */
  @Line("%s takes as much as there is, which an authorization cannot")
  record AtMostAuthorized(TransactionId id) implements TransactionRefusal {}

  /** An account occurs twice, as when source and destination are the same. */
  @Line("account %s occurs twice: source and destination must differ")
  record SameAccount(AccountId account) implements TransactionRefusal {}

  /** A document occurs twice. */
  @Line("document %s occurs twice: a transaction touches a document once")
  record SameDocument(DocumentRef document) implements TransactionRefusal {}

  /** An amount is zero or below. */
  @Line("amount %s must be above zero")
  record AmountNotPositive(Money amount) implements TransactionRefusal {}

  /**
   * In one currency, debits and credits do not add up to the same amount.
   *
   * @param currency the first currency in which they do
   * @param debits what leaves, in its minor units
   * @param credits what arrives, in its minor units
   */
  record Unbalanced(Currency currency, BigInteger debits, BigInteger credits)
      implements TransactionRefusal {
    @Override
    public String message() {
      return "debits of %s and credits of %s %s differ"
          .formatted(
              Money.toDecimal(debits, currency), Money.toDecimal(credits, currency), currency);
    }
  }

  /** The amounts of one direction and one currency add up to more than int64. */
  record AmountOverflow(Currency currency, BigInteger sum) implements TransactionRefusal {
    @Override
    public String message() {
      return "amounts add up to %s %s, beyond the largest amount, %s"
          .formatted(Money.toDecimal(sum, currency), currency, new Money(Long.MAX_VALUE, currency));
    }
  }

  /** The transaction has no operation. */
  @Line("a transaction has one operation at least")
  record NoOperations() implements TransactionRefusal {}

  /**
   * The transaction has more operations than a transaction may have, 10,000.
   *
   * @param operations how many it has
   * @param limit how many it may have
   */
  @Line("%s operations, at most %s")
  record TooManyOperations(int operations, int limit) implements TransactionRefusal {}

  /**
   * The operations, with the note and the labels, take more than 15 MB.
   *
   * @param bytes about how large all of it is in BSON
   * @param limit how large it may be
   */
  @Line("the operations, with the note and the labels, take %s bytes, at most %s")
  record RecordTooLarge(long bytes, long limit) implements TransactionRefusal {}

  /**
   * An {@code _id}, or the path to a field, takes more than 64 KB: the reason for a cancel names
   * both, and the record must have room for it.
   *
   * @param collection whose document the operation is on
   * @param bytes how large it is
   * @param limit how large it may be
   */
  @Line("an _id or the path to a field, of a document in %s, takes %s bytes, at most %s")
  record NameTooLarge(CollectionName collection, long bytes, long limit)
      implements TransactionRefusal {}

  /**
   * The transaction is an authorization, and was asked to happen at once.
   *
   * <p>Then: authorize it, and capture it.
   */
  @Line("transaction %s is an authorization: authorize it, and capture it then")
  record AuthorizationAsked(TransactionId id) implements TransactionRefusal {}

  /**
   * The id begins with {@code batch:}, as only the id of a batch does.
   *
   * <p>Then: choose another id.
   */
  @Line("transaction id %s begins with batch:, which is reserved")
  record ReservedId(TransactionId id) implements TransactionRefusal {}
}
