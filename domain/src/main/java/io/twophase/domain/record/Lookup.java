package io.twophase.domain.record;

import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.Receipt;
import io.vavr.control.Option;
import java.time.Duration;

/** What was seen under an id: of a member, its document with the record that it names. */
public record Lookup(
    Kind kind,
    Option<NewTransaction> body,
    Option<TransactionRecord> record,
    Option<Receipt> receipt,
    Option<String> fault,
    Duration unmodifiedFor) {
  public enum Kind {
    FOUND,
    ABSENT,
    REMOVED,
    UNREADABLE
  }
}
