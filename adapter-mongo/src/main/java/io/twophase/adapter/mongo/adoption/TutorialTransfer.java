package io.twophase.adapter.mongo.adoption;

import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonNumber;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * The transfer of a transaction of the tutorial. Ids and amounts are of whatever type the documents
 * have them: the tutorial's are numbers and texts, and a shell's amounts are doubles.
 *
 * @param id names the transaction
 * @param source the id of the account that is debited
 * @param destination the id of the account that is credited
 * @param value how much
 */
public record TutorialTransfer(
    BsonValue id, BsonValue source, BsonValue destination, BsonNumber value) {

  /** One with texts for ids and a whole amount. */
  public static TutorialTransfer of(String id, String source, String destination, long value) {
    return new TutorialTransfer(
        new BsonString(id),
        new BsonString(source),
        new BsonString(destination),
        new BsonInt64(value));
  }

  /** The amount, to be taken away, in the type in which it was given. */
  BsonNumber negated() {
    if (value instanceof BsonDouble number) {
      return new BsonDouble(-number.getValue());
    } else if (value instanceof BsonInt32 number) {
      return new BsonInt32(Math.negateExact(number.getValue()));
    }
    return new BsonInt64(Math.negateExact(value.longValue()));
  }
}
