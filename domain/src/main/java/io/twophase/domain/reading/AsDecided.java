package io.twophase.domain.reading;

import io.twophase.domain.id.TransactionId;
import io.twophase.domain.participant.DocumentHold;
import io.twophase.domain.participant.DocumentLeg;
import io.twophase.domain.participant.Participant;
import io.twophase.domain.participant.ParticipantRules;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.twophase.domain.value.Fields;
import io.vavr.control.Option;
import java.util.function.Function;

/**
 * What a stored document is as decided. A hold counts if its record is applied or done at the
 * hold's epoch and has exactly the operation that is held: then the operation is done to the
 * document, by the rules that will settle it. Any other hold is ignored.
 */
public final class AsDecided {

  private AsDecided() {}

  /**
   * The document's fields as decided; none if there is no such document then, or it is only a
   * placeholder.
   *
   * @param stored the document as it was read
   * @param records the record of a hold's transaction, read after the document, if there is one;
   *     not asked for the holds of checks
   * @throws IllegalStateException if a decided operation cannot be done, because somebody changed
   *     the document outside of transactions while it was held
   */
  public static Option<Fields> of(
      Participant stored, Function<TransactionId, Option<Transaction>> records) {
    return by(stored, id -> records.apply(id).map(Holder::of));
  }

  /** The same, of one document among others that the same transactions hold. */
  static Option<Fields> by(Participant stored, Function<TransactionId, Option<Holder>> holders) {
    Option<Participant> document = Option.some(stored);
    for (DocumentHold hold : Holders.deciding(stored)) {
      Option<DocumentLeg> leg =
          holders
              .apply(hold.transaction())
              .filter(holder -> isDecidedAt(holder.record(), hold))
              .flatMap(holder -> holder.operations().on(stored.ref()))
              .map(
                  operation ->
                      new DocumentLeg(hold.home(), hold.transaction(), hold.epoch(), operation));
      for (DocumentLeg decided : leg) {
        Option<Participant> before = document;
        document = ParticipantRules.settle(before, decided).getOrElse(before);
      }
    }
    return document.filter(there -> !there.placeholder()).map(Participant::fields);
  }

  private static boolean isDecidedAt(Transaction record, DocumentHold hold) {
    return happens(record) && record.epoch().equals(hold.epoch());
  }

  /** Whether it is decided that it happens. */
  static boolean happens(Transaction record) {
    return record.state() == State.APPLIED || record.state() == State.DONE;
  }
}
