package io.twophase.adapter.mongo.hold;

import static io.twophase.adapter.mongo.document.Docs.doc;
import static io.twophase.adapter.mongo.document.Docs.onlyIf;

import io.twophase.adapter.mongo.document.BsonText;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.document.Fields;
import io.twophase.adapter.mongo.document.MalformedDocumentException;
import io.twophase.adapter.mongo.document.Values;
import io.twophase.adapter.mongo.hold.DocumentCodec.Seen;
import io.twophase.domain.AccountId;
import io.twophase.domain.Money;
import io.twophase.domain.account.AccountFields;
import io.twophase.domain.account.AccountStatus;
import io.twophase.domain.account.Opening;
import io.twophase.domain.account.OpeningRefusal;
import io.twophase.domain.document.Names;
import io.twophase.domain.hold.Account;
import io.twophase.domain.hold.Hold.Home;
import io.twophase.domain.hold.Hold.Range;
import io.twophase.domain.hold.Stored.Bounds;
import io.twophase.domain.operation.AccountOperation.Direction;
import io.vavr.control.Either;
import java.math.BigInteger;
import java.util.Currency;
import java.util.Optional;
import java.util.function.ToLongFunction;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;

/**
 * Accounts as documents. The codec checks an account before it is sent and after it is read. An
 * account says by one field whether it takes ranges: {@code openFor} or {@code shutFor} its
 * currency, of which it has one, so that no writer has to know the currency to change the status.
 *
 * @param tutorial reads the accounts that the tutorial has made
 * @param home where the records are whose ranges the accounts have
 */
public record AccountCodec(TutorialAccounts tutorial, Home home) {

  /** The version of the form, on the wire. */
  public static BsonInt32 version() {
    return new BsonInt32(Field.CURRENT_VERSION);
  }

  /**
   * The whole document of an account.
   *
   * @throws IllegalStateException if its figures do not add up
   */
  public static BsonDocument encode(Account account) {
    Optional<String> fault = sumFault(account);
    if (fault.isPresent()) {
      throw new IllegalStateException("account " + account.id() + ": " + fault.orElseThrow());
    }
    Bounds bounds = account.bounds();
    Opening opening = account.opening();
    boolean isDebit = opening.normal() == Direction.DEBIT;
    return doc(Field.ID, account.id().value())
        .with(Field.BALANCE, account.balance().minor())
        .with(Field.AVAILABLE, bounds.available())
        .with(Field.RECEIVABLE, bounds.receivable())
        .with(Field.PENDING, account.holds().stream().map(HoldCodec::encode).toList())
        .with(Field.STATUS, status(account.status()))
        .with(Field.CURRENCY, currency(account))
        .with(AccountFields.OVERDRAFT, -opening.floor().minor())
        .with(AccountFields.CEILING, opening.ceiling().minor())
        .with(AccountFields.OPENING, opening.balance().minor())
        .with(Field.VERSION, version())
        .with(AccountFields.NORMAL, onlyIf(isDebit).map(is -> AccountFields.name(Direction.DEBIT)))
        .with(openness(account.status()), currency(account));
  }

  private static BsonString currency(Account account) {
    return new BsonString(account.currency().getCurrencyCode());
  }

  /** A status on the wire. */
  public static BsonString status(AccountStatus status) {
    return new BsonString(AccountFields.name(status));
  }

  /** The field by which an account of that status says whether it takes ranges. */
  public static String openness(AccountStatus status) {
    return status == AccountStatus.ACTIVE ? Field.OPEN_FOR : Field.SHUT_FOR;
  }

  /** Reads a document: never with an exception, whatever the document. */
  public Seen decode(BsonDocument document) {
    return Fields.read(document, fields -> seen(document, fields))
        .getOrElseGet(fault -> Seen.unreadable(document, fault));
  }

  private Seen seen(BsonDocument document, Fields fields) {
    AccountId id = fields.parsed(Field.ID, AccountId::parse);
    if (fields.has(Field.VERSION)) {
      return current(id, fields);
    }
    Account account = tutorial.read(id, fields);
    return Seen.tutorial(
        document,
        new Account(
            account.opening(), account.bounds(), account.status(), account.holds(), own(document)));
  }

  private Seen current(AccountId id, Fields fields) {
    fields.requireCurrent();
    Account account =
        new Account(
            opening(id, fields),
            new Bounds(
                fields.int64(Field.BALANCE),
                fields.int64(Field.AVAILABLE),
                fields.int64(Field.RECEIVABLE)),
            fields.named(Field.STATUS, AccountStatus.values(), AccountFields::name, "no status"),
            HoldCodec.decode(fields, Optional.of(home)),
            own(fields.document()));
    return sumFault(account)
        .or(() -> opennessFault(account, fields.document()))
        .map(fault -> Seen.torn(fields.document(), account, fault))
        .orElseGet(() -> Seen.current(fields.document(), account));
  }

  private static Opening opening(AccountId id, Fields fields) {
    long balance = fields.int64(AccountFields.OPENING);
    Currency currency = fields.currency(Field.CURRENCY);
    Either<OpeningRefusal, Opening> opening =
        Opening.asStored(
            id,
            new Money(balance, currency),
            new Money(-fields.int64(AccountFields.OVERDRAFT), currency),
            new Money(fields.int64(AccountFields.CEILING), currency),
            normal(fields));
    return opening.getOrElseThrow(
        refusal -> new MalformedDocumentException("opening figures: " + refusal.message()));
  }

  private static Direction normal(Fields fields) {
    if (!fields.has(AccountFields.NORMAL)) {
      return Direction.CREDIT;
    }
    String normal = fields.text(AccountFields.NORMAL);
    if (!normal.equals(AccountFields.name(Direction.DEBIT))) {
      throw fields.fault(AccountFields.NORMAL, "is '" + normal + "', where only debit is written");
    }
    return Direction.DEBIT;
  }

  private static io.twophase.domain.value.Fields own(BsonDocument raw) {
    return Values.fields(
        raw,
        name -> !name.equals(Names.ID) && !Names.isReserved(name) && AccountFields.isOwn(name));
  }

  private static Optional<String> opennessFault(Account account, BsonDocument document) {
    String there = openness(account.status());
    String other = there.equals(Field.OPEN_FOR) ? Field.SHUT_FOR : Field.OPEN_FOR;
    if (document.containsKey(other)) {
      return Optional.of(
          other + " is there, though its status is " + AccountFields.name(account.status()));
    }
    return !currency(account).equals(document.get(there))
        ? Optional.of(
            there
                + (document.containsKey(there)
                    ? " is " + BsonText.of(document.get(there)) + ", its currency "
                    : " is missing, its currency is ")
                + account.currency().getCurrencyCode())
        : Optional.empty();
  }

  /**
   * The first thing that is wrong with the sums that an account's figures are, if any: asked before
   * a document is written whole and after one is read, as a pair of assertions around the store.
   */
  private static Optional<String> sumFault(Account account) {
    BigInteger balance = BigInteger.valueOf(account.balance().minor());
    BigInteger available =
        balance
            .subtract(BigInteger.valueOf(account.opening().floor().minor()))
            .subtract(held(account, Range::debit));
    BigInteger receivable =
        BigInteger.valueOf(account.opening().ceiling().minor())
            .subtract(balance)
            .subtract(held(account, Range::credit));
    return fault("available", account.bounds().available(), available)
        .or(() -> fault("receivable", account.bounds().receivable(), receivable));
  }

  private static Optional<String> fault(String name, long stored, BigInteger byItsParts) {
    if (!byItsParts.equals(BigInteger.valueOf(stored))) {
      return Optional.of(name + " is " + stored + ", by its parts " + byItsParts);
    }
    return stored < 0 ? Optional.of(name + " is " + stored + ", below zero") : Optional.empty();
  }

  private static BigInteger held(Account account, ToLongFunction<Range> part) {
    return account.holds().stream()
        .map(hold -> BigInteger.valueOf(part.applyAsLong(hold.range())))
        .reduce(BigInteger.ZERO, BigInteger::add);
  }
}
