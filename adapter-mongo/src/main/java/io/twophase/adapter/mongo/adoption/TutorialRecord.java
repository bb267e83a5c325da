package io.twophase.adapter.mongo.adoption;

import io.twophase.adapter.mongo.document.BsonText;
import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.document.Fields.WholeNumber;
import java.util.Objects;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonNumber;
import org.bson.BsonValue;

/** The document of a transaction, as it is stored. */
public record TutorialRecord(BsonDocument document) {

  /** The id, of whatever type. */
  public BsonValue id() {
    return Objects.requireNonNull(document.get(Field.ID));
  }

  /** The state as text; empty if it has none. */
  public String state() {
    BsonValue state = document.get(Field.STATE);
    return state == null ? "" : BsonText.ofId(state);
  }

  /** Returns whether this software has neither written it nor claimed it. */
  public boolean isOfTheTutorial() {
    return !document.containsKey(Field.VERSION) && !document.containsKey(Field.EPOCH);
  }

  /** Why it cannot be read as a transfer of the tutorial, if so. */
  public Optional<String> transferFault() {
    for (String name : new String[] {Field.SOURCE, Field.DESTINATION, Field.VALUE}) {
      if (!document.containsKey(name)) {
        return Optional.of(name + " is missing");
      }
    }
    BsonValue value = field(Field.VALUE);
    return !(value instanceof BsonNumber)
        ? Optional.of(Field.VALUE + " is " + BsonText.of(value) + ", not a number")
        : Optional.empty();
  }

  /** The transfer. Call it only if there is no {@link #transferFault}. */
  public TutorialTransfer transfer() {
    return new TutorialTransfer(
        id(), field(Field.SOURCE), field(Field.DESTINATION), (BsonNumber) field(Field.VALUE));
  }

  /** The amount, if it is a whole number above zero. */
  public Optional<Long> amount() {
    return WholeNumber.of(field(Field.VALUE)).filter(amount -> amount > 0);
  }

  private BsonValue field(String name) {
    return Objects.requireNonNull(document.get(name), name);
  }
}
