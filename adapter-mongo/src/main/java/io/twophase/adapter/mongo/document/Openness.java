package io.twophase.adapter.mongo.document;

import io.twophase.adapter.mongo.bson.BsonText;
import io.twophase.domain.account.Account;
import io.twophase.domain.account.AccountStatus;
import io.vavr.control.Option;
import org.bson.BsonDocument;
import org.bson.BsonString;

/**
 * By which field an account says whether it takes holds of money. It has one of both, and the other
 * gets its value when that changes, so no writer has to know the currency.
 */
final class Openness {

  private Openness() {}

  /** The field that the account has. */
  static String field(Account account) {
    return account.status() == AccountStatus.ACTIVE ? Field.OPEN_FOR : Field.SHUT_FOR;
  }

  /** What is wrong with the fields of a document that is the account, if anything is. */
  static Option<String> fault(Account account, BsonDocument document) {
    String there = field(account);
    String other = there.equals(Field.OPEN_FOR) ? Field.SHUT_FOR : Field.OPEN_FOR;
    if (document.containsKey(other)) {
      return Option.some(
          other
              + " is there, though its status is "
              + AccountCodec.status(account.status()).getValue());
    }
    BsonString currency = new BsonString(account.currency().getCurrencyCode());
    return Option.when(
        !currency.equals(document.get(there)),
        () ->
            there
                + (document.containsKey(there)
                    ? " is " + BsonText.of(document.get(there)) + ", its currency "
                    : " is missing, its currency is ")
                + currency.getValue());
  }
}
