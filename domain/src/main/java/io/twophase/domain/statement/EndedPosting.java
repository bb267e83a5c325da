package io.twophase.domain.statement;

import io.twophase.domain.batch.record.BatchRecord;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.outcome.TransactionLookup;
import io.vavr.control.Option;

/**
 * A line of an account, and where the record that decided it stands in the order in which retention
 * goes through what has ended.
 *
 * @param posting the line
 * @param ending none as long as the record has not ended
 */
public record EndedPosting(Posting posting, Option<Ending> ending) {

  /**
   * What {@code found} did to {@code account}; none if it is not decided, or did nothing to it.
   *
   * @param batch the batch that decided it, if one did and its places matter
   */
  public static Option<EndedPosting> of(
      TransactionLookup.Found found, Option<BatchRecord> batch, AccountId account) {
    return Posting.of(found.record(), batch, account)
        .map(posting -> new EndedPosting(posting, Ending.of(found)));
  }
}
