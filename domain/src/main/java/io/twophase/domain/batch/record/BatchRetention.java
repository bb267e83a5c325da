package io.twophase.domain.batch.record;

import io.vavr.control.Option;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * What may be removed of a batch that has ended (rule 21): its members' documents first, and its
 * record when none of them is left. So whoever still finds a member finds its batch too. A member
 * that the batch left out has no answer yet: it stays until it has gone on, and so does the record.
 *
 * <p>What counts as ended for long enough keeps both begins of its ids and readers that saw them
 * out of the way: it is longer than any request can be under way.
 *
 * @param after how long a batch is kept once it has ended
 */
public record BatchRetention(Duration after) {

  /**
   * @throws IllegalArgumentException if the time is not above zero
   */
  public BatchRetention {
    if (after.isNegative() || after.isZero()) {
      throw new IllegalArgumentException("retention after " + after);
    }
  }

  /** What is to be removed next; both parts may be empty. */
  public record Removal(List<MemberDocument> members, Option<BatchRecord> record) {}

  /**
   * What may be removed now.
   *
   * @param record as a majority has it
   * @param documents of all transfers that name it, as a majority has them
   * @param now by the store's clock
   */
  public Removal of(BatchRecord record, List<MemberDocument> documents, Instant now) {
    if (!record.endedAt().exists(ended -> !ended.plus(after).isAfter(now))) {
      return new Removal(List.of(), Option.none());
    }
    List<MemberDocument> naming =
        documents.stream().filter(document -> document.batch().equals(record.id())).toList();
    return naming.isEmpty()
        ? new Removal(List.of(), Option.some(record))
        : new Removal(
            naming.stream().filter(document -> !record.isLeftOut(document.id())).toList(),
            Option.none());
  }
}
