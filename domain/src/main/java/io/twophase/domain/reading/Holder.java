package io.twophase.domain.reading;

import io.twophase.domain.operation.OperationsByDocument;
import io.twophase.domain.transaction.Transaction;

/**
 * A transaction that holds documents.
 *
 * @param record its record
 * @param operations the record's, to be found by the documents that are held
 */
record Holder(Transaction record, OperationsByDocument operations) {

  static Holder of(Transaction record) {
    return new Holder(record, OperationsByDocument.of(record.body().operations()));
  }
}
