package io.twophase.app.simulation.audit;

import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.transaction.Transaction;
import java.util.Optional;

/**
 * A transaction as it was seen last.
 *
 * @param transaction as its readers know it
 * @param decider the record that decides it
 * @param isAlone whether that record is of this transaction only
 */
record Seen(Transaction transaction, RecordId decider, boolean isAlone) {

  static Optional<Seen> of(Lookup lookup) {
    return lookup
        .transaction()
        .map(found -> new Seen(found, lookup.decider().orElseThrow(), lookup.member().isEmpty()));
  }
}
