package io.twophase.adapter.mongo.element;

import io.twophase.domain.id.BatchId;
import io.twophase.domain.id.Epoch;
import io.twophase.domain.range.Range;
import io.twophase.domain.range.RangeHold;
import io.vavr.control.Option;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * Ranges of batches on the wire: {@code { id, epoch, debit, credit, had?, could? }}. Both
 * directions are always there, and the id is one that only a batch may have; so no hold of a lone
 * transaction is taken for one.
 */
public final class RangeElements {

  private RangeElements() {}

  public static BsonDocument encode(RangeHold hold) {
    Range range = hold.range();
    BsonDocument element =
        new BsonDocument(HoldField.ID, new BsonString(hold.batch().value()))
            .append(HoldField.EPOCH, new BsonInt64(hold.epoch().value()))
            .append(HoldField.DEBIT, new BsonInt64(range.debit()))
            .append(HoldField.CREDIT, new BsonInt64(range.credit()));
    range.had().forEach(had -> element.append(HoldField.HAD, new BsonInt64(had)));
    range.could().forEach(could -> element.append(HoldField.COULD, new BsonInt64(could)));
    return element;
  }

  /** Whether an element is the range of a batch, and no hold of another kind. */
  public static boolean isRange(BsonValue element) {
    return element.isDocument()
        && element.asDocument().containsKey(HoldField.DEBIT)
        && element.asDocument().containsKey(HoldField.CREDIT)
        && element.asDocument().get(HoldField.ID) instanceof BsonString id
        && BatchId.isReserved(id.getValue());
  }

  /**
   * The range that an element is.
   *
   * @throws RuntimeException if it is none
   */
  public static RangeHold decode(BsonValue value) {
    BsonDocument element = value.asDocument();
    long epoch = int64(element, HoldField.EPOCH);
    if (epoch < Epoch.FIRST.value()) {
      throw new IllegalArgumentException("its epoch is " + epoch);
    }
    return new RangeHold(
        new BatchId(element.getString(HoldField.ID).getValue()),
        new Epoch(epoch),
        new Range(
            int64(element, HoldField.DEBIT),
            int64(element, HoldField.CREDIT),
            ifThere(element, HoldField.HAD),
            ifThere(element, HoldField.COULD)));
  }

  /** The range of a batch among the holds of an account; none where it cannot be read. */
  public static Option<RangeHold> of(BatchId batch, BsonArray holds) {
    for (BsonValue element : holds) {
      if (isRange(element)
          && batch.value().equals(element.asDocument().getString(HoldField.ID).getValue())) {
        try {
          return Option.some(decode(element));
        } catch (RuntimeException malformed) {
          return Option.none();
        }
      }
    }
    return Option.none();
  }

  private static Option<Long> ifThere(BsonDocument element, String name) {
    return Option.when(element.containsKey(name), () -> int64(element, name));
  }

  private static long int64(BsonDocument element, String name) {
    return element.getInt64(name).getValue();
  }
}
