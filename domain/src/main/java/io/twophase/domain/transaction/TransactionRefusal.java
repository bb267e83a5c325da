package io.twophase.domain.transaction;

import io.twophase.domain.AccountId;
import io.twophase.domain.BatchId;
import io.twophase.domain.Money;
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
  record AtMostOfMany() implements TransactionRefusal {
    @Override
    public String message() {
      return "a transaction that takes as much as there is has one debit and one credit, and"
          + " nothing else";
    }
  }

  /**
   * The transaction takes as much as there is, and was asked as an authorization.
   *
   * <p>Then: authorize an amount, or transfer as much as there is.
   */
  record AtMostAuthorized(TransactionId id) implements TransactionRefusal {
    @Override
    public String message() {
      return id + " takes as much as there is, which an authorization cannot";
    }
  }

  /** An account occurs twice, as when source and destination are the same. */
  record SameAccount(AccountId account) implements TransactionRefusal {
    @Override
    public String message() {
      return "account " + account + " occurs twice: source and destination must differ";
    }
  }

  /** A document occurs twice. */
  record SameDocument(DocumentRef document) implements TransactionRefusal {
    @Override
    public String message() {
      return "document " + document + " occurs twice: a transaction touches a document once";
    }
  }

  /** An amount is zero or below. */
  record AmountNotPositive(Money amount) implements TransactionRefusal {
    @Override
    public String message() {
      return "amount " + amount + " must be above zero";
    }
  }

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
      return "debits of "
          + Money.toDecimal(debits, currency)
          + " and credits of "
          + Money.toDecimal(credits, currency)
          + " "
          + currency
          + " differ";
    }
  }

  /** The amounts of one direction and one currency add up to more than int64. */
  record AmountOverflow(Currency currency, BigInteger sum) implements TransactionRefusal {
    @Override
    public String message() {
      return "amounts add up to "
          + Money.toDecimal(sum, currency)
          + " "
          + currency
          + ", beyond the largest amount, "
          + new Money(Long.MAX_VALUE, currency);
    }
  }

  /** The transaction has no operation. */
  record NoOperations() implements TransactionRefusal {
    @Override
    public String message() {
      return "a transaction has one operation at least";
    }
  }

  /**
   * The transaction has more operations than a transaction may have, 10,000.
   *
   * @param operations how many it has
   * @param limit how many it may have
   */
  record TooManyOperations(int operations, int limit) implements TransactionRefusal {
    @Override
    public String message() {
      return operations + " operations, at most " + limit;
    }
  }

  /**
   * The operations take more than 15 MB.
   *
   * @param bytes about how large the operations are in BSON
   * @param limit how large they may be
   */
  record RecordTooLarge(long bytes, long limit) implements TransactionRefusal {
    @Override
    public String message() {
      return "the operations take " + bytes + " bytes, at most " + limit;
    }
  }

  /**
   * An {@code _id}, or the path to a field, takes more than 64 KB: the reason for a cancel names
   * both, and the record must have room for it.
   *
   * @param collection whose document the operation is on
   * @param bytes how large it is
   * @param limit how large it may be
   */
  record NameTooLarge(CollectionName collection, long bytes, long limit)
      implements TransactionRefusal {
    @Override
    public String message() {
      return "an _id or the path to a field, of a document in "
          + collection
          + ", takes "
          + bytes
          + " bytes, at most "
          + limit;
    }
  }

  /**
   * The transaction is an authorization, and was asked to happen at once.
   *
   * <p>Then: authorize it, and capture it.
   */
  record AuthorizationAsked(TransactionId id) implements TransactionRefusal {
    @Override
    public String message() {
      return "transaction " + id + " is an authorization: authorize it, and capture it then";
    }
  }

  /**
   * The id begins with {@code batch:}, as only the id of a batch does.
   *
   * <p>Then: choose another id.
   */
  record ReservedId(TransactionId id) implements TransactionRefusal {
    @Override
    public String message() {
      return "transaction id " + id + " begins with " + BatchId.PREFIX + ", which is reserved";
    }
  }
}
