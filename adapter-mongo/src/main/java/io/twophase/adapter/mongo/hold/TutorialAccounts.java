package io.twophase.adapter.mongo.hold;

import io.twophase.adapter.mongo.document.BsonText;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.document.Fields;
import io.twophase.adapter.mongo.document.MalformedDocumentException;
import io.twophase.domain.AccountId;
import io.twophase.domain.Money;
import io.twophase.domain.account.AccountFields;
import io.twophase.domain.account.Opening;
import io.twophase.domain.account.OpeningRefusal;
import io.twophase.domain.hold.Account;
import io.vavr.control.Either;
import java.util.Currency;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonTimestamp;

/**
 * Accounts that MongoDB's tutorial has made, as those of this software that they become.
 *
 * @param currency of all their balances
 */
public record TutorialAccounts(Currency currency) {

  /** Names that no document of the tutorial has: adopting one must not write over its fields. */
  private static final List<String> OURS =
      List.of(
          Field.AVAILABLE,
          Field.RECEIVABLE,
          Field.STATUS,
          Field.CURRENCY,
          AccountFields.OVERDRAFT,
          AccountFields.CEILING,
          AccountFields.NORMAL,
          AccountFields.OPENING,
          Field.OPEN_FOR,
          Field.SHUT_FOR);

  private static final BsonTimestamp EMPTY_TIMESTAMP = new BsonTimestamp(0);

  /**
   * The account that a document becomes.
   *
   * @throws MalformedDocumentException if it can become none
   */
  Account read(AccountId id, Fields fields) {
    Fields.taken(fields.document(), OURS)
        .ifPresent(
            ours -> {
              throw fields.fault(Field.VERSION, "is missing, though " + ours + " is there");
            });
    if (fields.has(Field.PENDING) && !fields.array(Field.PENDING).isEmpty()) {
      throw fields.fault(
          Field.PENDING,
          "has marks of the tutorial's own protocol: stop what runs it, then twophase adopt");
    }
    requireGuardable(fields);
    long balance = fields.whole(Field.BALANCE);
    if (balance < 0) {
      throw fields.fault(Field.BALANCE, "is " + balance + ", below zero");
    }
    Either<OpeningRefusal, Opening> opening = Opening.of(id, new Money(balance, currency));
    return Account.open(
        opening.getOrElseThrow(
            refusal -> new MalformedDocumentException("opening figures: " + refusal.message())));
  }

  /** Each field of it is compared with what was read, when it is adopted. */
  private static void requireGuardable(Fields fields) {
    BsonDocument document = fields.document();
    for (String name : document.keySet()) {
      if (fields.value(name).equals(EMPTY_TIMESTAMP)) {
        throw fields.fault(
            name, "is an empty timestamp, in whose place MongoDB would put one of its own");
      }
      if (name.startsWith("$") || name.contains(".")) {
        throw new MalformedDocumentException(
            ("the field named '%s' cannot be guarded, because of the %s in its name:"
                    + " rename it, then the account can be adopted")
                .formatted(BsonText.shortened(name), (name.startsWith("$") ? "$" : "dot")));
      }
    }
  }
}
