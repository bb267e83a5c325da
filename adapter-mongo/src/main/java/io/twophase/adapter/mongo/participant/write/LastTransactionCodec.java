package io.twophase.adapter.mongo.participant.write;

import io.twophase.adapter.mongo.document.Field;
import io.twophase.adapter.mongo.element.HoldField;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.participant.DocumentHold;
import io.twophase.domain.participant.Home;
import io.twophase.domain.participant.Participant.LastTransaction;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * Which transaction changed a document last, on the wire: {@code { id, home }}, named as in a hold.
 * What it has beside these is of no meaning to who reads it.
 */
final class LastTransactionCodec {

  private LastTransactionCodec() {}

  /** What the settle of the hold's operation leaves in the document. */
  static BsonDocument encode(DocumentHold settled) {
    return new BsonDocument(Field.HOLD_ID, new BsonString(settled.transaction().value()))
        .append(HoldField.HOME, new BsonString(settled.home().name()));
  }

  /**
   * The transaction that is named.
   *
   * @throws RuntimeException if none is
   */
  static LastTransaction decode(BsonValue value) {
    BsonDocument last = value.asDocument();
    return new LastTransaction(
        new Home(last.getString(HoldField.HOME).getValue()),
        new TransactionId(last.getString(Field.HOLD_ID).getValue()));
  }
}
