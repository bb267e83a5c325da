package io.twophase.domain.explorer.batch;

import io.twophase.domain.batch.protocol.BatchEvent;
import io.twophase.domain.batch.record.BatchRecord;
import io.twophase.domain.batch.record.TransferLookup;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;

/**
 * What can be read at one moment.
 *
 * @param batches their records
 * @param transfers their documents
 */
record View(List<Option<BatchRecord>> batches, List<TransferLookup> transfers) {

  Option<BatchRecord> batch(int batch) {
    return batches.get(batch);
  }

  TransferLookup transfer(int transfer) {
    return transfers.get(transfer);
  }

  /** The same, before there was that transfer; below zero, the same. */
  View hiding(int transfer) {
    if (transfer < 0) {
      return this;
    }
    List<TransferLookup> older = new ArrayList<>(transfers);
    older.set(transfer, new TransferLookup.Absent());
    return new View(batches, older);
  }

  /** A transfer whose id is taken, with the batch that it names. */
  BatchEvent.Taken taken(int transfer) {
    TransferLookup lookup = transfer(transfer);
    return new BatchEvent.Taken(
        lookup, lookup.member().flatMap(document -> batch(Scene.place(document.batch()))));
  }
}
