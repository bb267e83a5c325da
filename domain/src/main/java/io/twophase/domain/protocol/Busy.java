package io.twophase.domain.protocol;

import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.outcome.DocumentHoldOutcome;
import io.twophase.domain.participant.DocumentRefusal;
import io.twophase.domain.participant.HeldDocument;
import io.twophase.domain.transaction.CancelReason;
import io.vavr.control.Option;

/**
 * Why a hold has to wait.
 *
 * @param reason why the transaction is refused if waiting does not help
 * @param blocker a hold that is in the way, if it is known which
 */
record Busy(CancelReason reason, Option<HeldDocument> blocker) {

  static Busy of(DocumentRef document, DocumentHoldOutcome.Busy outcome) {
    return new Busy(
        new CancelReason.DocumentRefused(
            new DocumentRefusal.DocumentBusy(document, outcome.holder().transaction())),
        Option.some(outcome.blocker(document)));
  }
}
