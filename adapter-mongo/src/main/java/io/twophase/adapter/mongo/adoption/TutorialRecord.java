package io.twophase.adapter.mongo.adoption;

import io.twophase.adapter.mongo.document.BsonText;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.document.WholeNumber;
import io.twophase.adapter.mongo.tutorial.TutorialTransfer;
import io.vavr.control.Option;
import java.util.Objects;
import org.bson.BsonDocument;
import org.bson.BsonNumber;
import org.bson.BsonValue;

/** A transaction's document, as it lies there. */
record TutorialRecord(BsonDocument document) {

  BsonValue id() {
    return Objects.requireNonNull(document.get(Field.ID));
  }

  String state() {
    BsonValue state = document.get(Field.STATE);
    return state == null ? "" : BsonText.ofId(state);
  }

  /** Whether neither this software has made it nor claimed it. */
  boolean isOfTheTutorial() {
    return !document.containsKey(Field.VERSION) && !document.containsKey(Field.EPOCH);
  }

  /** Why it is no transfer of the tutorial's. */
  Option<String> transferFault() {
    for (String name : new String[] {Field.SOURCE, Field.DESTINATION, Field.VALUE}) {
      if (!document.containsKey(name)) {
        return Option.some(name + " is missing");
      }
    }
    BsonValue value = field(Field.VALUE);
    return Option.when(
        !(value instanceof BsonNumber),
        () -> Field.VALUE + " is " + BsonText.of(value) + ", not a number");
  }

  /** The transfer, if it is one. */
  TutorialTransfer transfer() {
    return new TutorialTransfer(
        id(), field(Field.SOURCE), field(Field.DESTINATION), (BsonNumber) field(Field.VALUE));
  }

  /** The amount, if it is one that can be moved exactly. */
  Option<Long> amount() {
    return WholeNumber.of(field(Field.VALUE)).filter(amount -> amount > 0);
  }

  private BsonValue field(String name) {
    return Objects.requireNonNull(document.get(name), name);
  }
}
