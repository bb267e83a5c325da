package io.twophase.adapter.mongo.document;

import io.twophase.adapter.mongo.bson.BsonText;
import io.twophase.domain.account.Account;
import io.twophase.domain.account.AccountFields;
import io.twophase.domain.account.AccountFigures;
import io.twophase.domain.account.AccountStatus;
import io.twophase.domain.account.Opening;
import io.twophase.domain.account.OpeningRefusal;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.money.Money;
import io.twophase.domain.operation.Direction;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.Currency;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonTimestamp;

/** Accounts as documents. What is written is checked before it goes out and after it comes back. */
public final class AccountCodec {

  /** What no document of the tutorial has: adopting one must not write over its own fields. */
  private static final List<String> OURS =
      List.of(
          Field.AVAILABLE,
          Field.RECEIVABLE,
          Field.STATUS,
          Field.CURRENCY,
          Field.OVERDRAFT,
          Field.CEILING,
          Field.NORMAL,
          Field.OPENING,
          Field.OPEN_FOR,
          Field.SHUT_FOR);

  private static final BsonTimestamp EMPTY_TIMESTAMP = new BsonTimestamp(0);

  private final Currency adoptedCurrency;

  /** Reads accounts that the tutorial has made as ones of {@code adoptedCurrency}. */
  public AccountCodec(Currency adoptedCurrency) {
    this.adoptedCurrency = adoptedCurrency;
  }

  /**
   * The whole document of an account.
   *
   * @throws IllegalStateException if its figures do not add up
   */
  public BsonDocument encode(Account account) {
    Option<String> fault = AccountFigures.fault(account);
    if (fault.isDefined()) {
      throw new IllegalStateException("account " + account.id() + ": " + fault.get());
    }
    BsonString currency = new BsonString(account.currency().getCurrencyCode());
    BsonDocument document =
        new BsonDocument(Field.ID, new BsonString(account.id().value()))
            .append(Field.BALANCE, new BsonInt64(account.balance()))
            .append(Field.AVAILABLE, new BsonInt64(account.available()))
            .append(Field.RECEIVABLE, new BsonInt64(account.receivable()))
            .append(Field.PENDING, HoldDocuments.write(account))
            .append(Field.STATUS, status(account.status()))
            .append(Field.CURRENCY, currency)
            .append(Field.OVERDRAFT, new BsonInt64(-account.opening().floor()))
            .append(Field.CEILING, new BsonInt64(account.opening().ceiling()))
            .append(Field.OPENING, new BsonInt64(account.opening().balance().minor()))
            .append(Field.VERSION, new BsonInt32(Field.CURRENT_VERSION))
            .append(Openness.field(account), currency);
    if (account.opening().normal() == Direction.DEBIT) {
      document.append(Field.NORMAL, new BsonString(AccountFields.name(Direction.DEBIT)));
    }
    return document;
  }

  /** A status on the wire. */
  public static BsonString status(AccountStatus status) {
    return new BsonString(AccountFields.name(status));
  }

  /** What a document is: never an exception, whatever the document. */
  public StoredAccount decode(BsonDocument document) {
    try {
      Fields fields = Fields.of(document);
      AccountId id = fields.parsed(Field.ID, AccountId::parse);
      return fields.isOfTutorial() ? tutorial(id, fields) : current(id, fields);
    } catch (MalformedDocumentException malformed) {
      return new StoredAccount.Unreadable(Fields.idText(document), malformed.fault(), false);
    } catch (IllegalArgumentException | ArithmeticException inconsistent) {
      return new StoredAccount.Unreadable(
          Fields.idText(document), String.valueOf(inconsistent.getMessage()), false);
    }
  }

  private static StoredAccount current(AccountId id, Fields fields) {
    Account account = parts(id, fields);
    Option<String> fault =
        AccountFigures.fault(account).orElse(() -> Openness.fault(account, fields.document()));
    return fault.isDefined()
        ? new StoredAccount.Unreadable(id.value(), fault.get(), true)
        : new StoredAccount.Current(account);
  }

  /**
   * The account that a document is, whether or not its figures add up; or what of it cannot be
   * read. For what does not look at the figures.
   */
  public Either<String, Account> withoutSums(BsonDocument document) {
    return decode(document)
        .fold(
            current -> Either.right(current.read()),
            tutorial -> Either.right(tutorial.read()),
            unreadable ->
                unreadable.mayBeTorn()
                    ? Either.right(parts(new AccountId(unreadable.id()), Fields.of(document)))
                    : Either.left(unreadable.fault()));
  }

  private static Account parts(AccountId id, Fields fields) {
    Currency currency = fields.currency(Field.CURRENCY);
    return new Account(
        opening(
            Opening.asStored(
                id,
                new Money(fields.int64(Field.OPENING), currency),
                -fields.int64(Field.OVERDRAFT),
                fields.int64(Field.CEILING),
                normal(fields))),
        fields.int64(Field.BALANCE),
        fields.int64(Field.AVAILABLE),
        fields.int64(Field.RECEIVABLE),
        status(fields),
        HoldDocuments.read(fields),
        HoldDocuments.readOfDocument(fields),
        HoldDocuments.readRanges(fields));
  }

  private StoredAccount tutorial(AccountId id, Fields fields) {
    Fields.taken(fields.document(), OURS)
        .forEach(
            ours -> {
              throw fields.fault(Field.VERSION, "is missing, though " + ours + " is there");
            });
    if (fields.has(Field.PENDING) && !fields.array(Field.PENDING).isEmpty()) {
      throw fields.fault(
          Field.PENDING,
          "has marks of the tutorial's own protocol: stop what runs it, then twophase adopt");
    }
    for (String name : fields.document().keySet()) {
      if (fields.value(name).equals(EMPTY_TIMESTAMP)) {
        throw fields.fault(
            name, "is an empty timestamp, in whose place MongoDB would put one of its own");
      }
      if (name.startsWith("$") || name.contains(".")) {
        throw new MalformedDocumentException(
            "the field named '"
                + BsonText.shortened(name)
                + "' cannot be guarded, because of the "
                + (name.startsWith("$") ? "$" : "dot")
                + " in its name: rename it, then the account can be adopted");
      }
    }
    long balance = fields.whole(Field.BALANCE);
    if (balance < 0) {
      throw fields.fault(Field.BALANCE, "is " + balance + ", below zero");
    }
    Account account = Account.open(opening(Opening.of(id, new Money(balance, adoptedCurrency))));
    return new StoredAccount.Tutorial(account, fields.document());
  }

  private static Opening opening(Either<OpeningRefusal, Opening> opening) {
    return opening.getOrElseThrow(
        refusal -> new MalformedDocumentException("opening figures: " + refusal.message()));
  }

  private static Direction normal(Fields fields) {
    if (!fields.has(Field.NORMAL)) {
      return Direction.CREDIT;
    }
    String normal = fields.text(Field.NORMAL);
    if (!normal.equals(AccountFields.name(Direction.DEBIT))) {
      throw fields.fault(Field.NORMAL, "is '" + normal + "', where only debit is written");
    }
    return Direction.DEBIT;
  }

  private static AccountStatus status(Fields fields) {
    String status = fields.text(Field.STATUS);
    return switch (status) {
      case "active" -> AccountStatus.ACTIVE;
      case "frozen" -> AccountStatus.FROZEN;
      case "closed" -> AccountStatus.CLOSED;
      default -> throw fields.fault(Field.STATUS, "is '" + status + "', which is no status");
    };
  }
}
