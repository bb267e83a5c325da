package io.twophase.adapter.mongo.element;

import io.twophase.domain.id.Epoch;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.operation.HoldMode;
import io.twophase.domain.participant.DocumentHold;
import io.twophase.domain.participant.Home;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * Holds on the wire: {@code { id, home, epoch, mode, operation, fields?, amount?, keepsId? }}. What
 * a hold has beside these is of no meaning to who reads it.
 */
public final class HoldElements {

  private HoldElements() {}

  public static BsonDocument encode(DocumentHold hold) {
    BsonDocument element =
        new BsonDocument(HoldField.ID, new BsonString(hold.transaction().value()))
            .append(HoldField.HOME, new BsonString(hold.home().name()))
            .append(HoldField.EPOCH, epoch(hold))
            .append(HoldField.MODE, mode(hold.mode()))
            .append(HoldField.OPERATION, new BsonString(hold.operation()));
    if (!hold.fields().isEmpty()) {
      element.append(
          HoldField.FIELDS,
          new BsonArray(hold.fields().stream().sorted().map(BsonString::new).toList()));
    }
    if (hold.mode() == HoldMode.ESCROW) {
      element.append(HoldField.AMOUNT, new BsonInt64(hold.amount()));
    }
    return element;
  }

  /**
   * The hold of a placeholder. Its mark tells the placeholder from a document of a host's, which
   * others may have marked as one.
   */
  public static BsonDocument encodeOfPlaceholder(DocumentHold hold) {
    return encode(hold).append(HoldField.KEEPS_ID, BsonBoolean.TRUE);
  }

  /** Whether an element is the hold of a placeholder. */
  public static boolean isOfPlaceholder(BsonValue element) {
    return BsonBoolean.TRUE.equals(element.asDocument().get(HoldField.KEEPS_ID));
  }

  public static BsonInt64 epoch(DocumentHold hold) {
    return new BsonInt64(hold.epoch().value());
  }

  public static BsonString mode(HoldMode mode) {
    return new BsonString(mode.name().toLowerCase(Locale.ROOT));
  }

  /**
   * The hold that an element is.
   *
   * @throws RuntimeException if it is none
   */
  public static DocumentHold decode(BsonValue value) {
    BsonDocument element = value.asDocument();
    HoldMode mode =
        HoldMode.valueOf(element.getString(HoldField.MODE).getValue().toUpperCase(Locale.ROOT));
    Set<String> fields =
        element.getArray(HoldField.FIELDS, new BsonArray()).stream()
            .map(name -> name.asString().getValue())
            .collect(Collectors.toUnmodifiableSet());
    long amount = element.getInt64(HoldField.AMOUNT, new BsonInt64(0)).getValue();
    boolean adds = mode == HoldMode.ESCROW;
    if (adds ? amount == 0 || fields.size() != 1 : element.containsKey(HoldField.AMOUNT)) {
      throw new IllegalArgumentException("a hold of mode " + mode + " and amount " + amount);
    }
    return new DocumentHold(
        new Home(element.getString(HoldField.HOME).getValue()),
        new TransactionId(element.getString(HoldField.ID).getValue()),
        new Epoch(element.getInt64(HoldField.EPOCH).getValue()),
        mode,
        element.getString(HoldField.OPERATION).getValue(),
        fields,
        amount);
  }
}
