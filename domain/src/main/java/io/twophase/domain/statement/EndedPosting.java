package io.twophase.domain.statement;

import io.twophase.domain.AccountId;
import io.twophase.domain.record.Lookup;
import java.util.Optional;

/**
 * A line of an account, and where the record that decided it stands in the order in which retention
 * goes through the ended records.
 *
 * @param posting the line
 * @param ending none as long as the record has not ended
 */
public record EndedPosting(Posting posting, Optional<Ending> ending) {

  /**
   * Returns what a transaction did to an account; none if it is not decided, or did nothing to it.
   */
  public static Optional<EndedPosting> of(Lookup transaction, AccountId account) {
    return Posting.of(transaction, account)
        .map(posting -> new EndedPosting(posting, transaction.record().flatMap(Ending::of)));
  }
}
