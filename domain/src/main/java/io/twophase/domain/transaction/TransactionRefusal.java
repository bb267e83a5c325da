package io.twophase.domain.transaction;

import io.twophase.domain.AccountId;
import io.twophase.domain.BatchId;
import io.twophase.domain.Money;
import io.twophase.domain.Reason;
import io.twophase.domain.TransactionId;
import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import java.math.BigInteger;
import java.util.Currency;

/** Why operations cannot make a transaction. Nothing is stored of one that is refused so. */
public sealed interface TransactionRefusal extends Reason {

  /** What {@code cases} says of this refusal. */
  <T> T fold(Cases<T> cases);

  /**
   * What is said of each kind of refusal.
   *
   * @param <T> what is said
   */
  interface Cases<T> {
    /** An account occurs twice. */
    T sameAccount(SameAccount refusal);

    /** A document occurs twice. */
    T sameDocument(SameDocument refusal);

    /** An amount is zero or below. */
    T amountNotPositive(AmountNotPositive refusal);

    /** What leaves and what arrives differ. */
    T unbalanced(Unbalanced refusal);

    /** The amounts of one direction add up to more than int64. */
    T amountOverflow(AmountOverflow refusal);

    /** It has no operation. */
    T noOperations(NoOperations refusal);

    /** It has more operations than a transaction may have. */
    T tooManyOperations(TooManyOperations refusal);

    /** Its record would be larger than a record may be. */
    T recordTooLarge(RecordTooLarge refusal);

    /** An {@code _id}, or the path to a field, is too large. */
    T nameTooLarge(NameTooLarge refusal);

    /** Its id is one that only a batch may have. */
    T reservedId(ReservedId refusal);

    /** It is an authorization, and was asked to happen at once. */
    T authorizationAsked(AuthorizationAsked refusal);

    /** It takes as much as there is, and is more than one debit and one credit. */
    T atMostOfMany(AtMostOfMany refusal);

    /** It takes as much as there is, and was asked as an authorization. */
    T atMostAuthorized(AtMostAuthorized refusal);
  }

  /**
   * It takes as much as there is, and is more than one debit and one credit: who of several would
   * get how much of less than was asked for, nobody has said.
   */
  record AtMostOfMany() implements TransactionRefusal {
    @Override
    public String message() {
      return "a transaction that takes as much as there is has one debit and one credit, and"
          + " nothing else";
    }

    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.atMostOfMany(this);
    }
  }

  /**
   * It takes as much as there is, and was asked as an authorization: what that holds for its
   * capture is said when it is asked for.
   */
  record AtMostAuthorized(TransactionId id) implements TransactionRefusal {
    @Override
    public String message() {
      return id + " takes as much as there is, which an authorization cannot";
    }

    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.atMostAuthorized(this);
    }
  }

  /** An account occurs twice, as when source and destination are the same. */
  record SameAccount(AccountId account) implements TransactionRefusal {
    @Override
    public String message() {
      return "account " + account + " occurs twice: source and destination must differ";
    }

    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.sameAccount(this);
    }
  }

  /** A document occurs twice. */
  record SameDocument(DocumentRef document) implements TransactionRefusal {
    @Override
    public String message() {
      return "document " + document + " occurs twice: a transaction touches a document once";
    }

    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.sameDocument(this);
    }
  }

  /** An amount is zero or below. */
  record AmountNotPositive(Money amount) implements TransactionRefusal {
    @Override
    public String message() {
      return "amount " + amount + " must be above zero";
    }

    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.amountNotPositive(this);
    }
  }

  /**
   * What leaves and what arrives differ: money would be made or lost.
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

    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.unbalanced(this);
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

    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.amountOverflow(this);
    }
  }

  /** It has no operation. */
  record NoOperations() implements TransactionRefusal {
    @Override
    public String message() {
      return "a transaction has one operation at least";
    }

    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.noOperations(this);
    }
  }

  /**
   * It has more operations than a transaction may have.
   *
   * @param operations how many it has
   * @param limit how many it may have
   */
  record TooManyOperations(int operations, int limit) implements TransactionRefusal {
    @Override
    public String message() {
      return operations + " operations, at most " + limit;
    }

    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.tooManyOperations(this);
    }
  }

  /**
   * Its record would be larger than a record may be.
   *
   * @param bytes about how large the operations are in BSON
   * @param limit how large they may be
   */
  record RecordTooLarge(long bytes, long limit) implements TransactionRefusal {
    @Override
    public String message() {
      return "the operations take " + bytes + " bytes, at most " + limit;
    }

    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.recordTooLarge(this);
    }
  }

  /**
   * An {@code _id}, or the path to a field, is too large: the reason for a cancel names both, and
   * the record must have room for it.
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

    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.nameTooLarge(this);
    }
  }

  /** It is an authorization, and was asked to happen at once. Authorize it, and capture it then. */
  record AuthorizationAsked(TransactionId id) implements TransactionRefusal {
    @Override
    public String message() {
      return "transaction " + id + " is an authorization: authorize it, and capture it then";
    }

    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.authorizationAsked(this);
    }
  }

  /** Its id is one that only a batch may have. */
  record ReservedId(TransactionId id) implements TransactionRefusal {
    @Override
    public String message() {
      return "transaction id " + id + " begins with " + BatchId.PREFIX + ", which is reserved";
    }

    @Override
    public <T> T fold(Cases<T> cases) {
      return cases.reservedId(this);
    }
  }
}
