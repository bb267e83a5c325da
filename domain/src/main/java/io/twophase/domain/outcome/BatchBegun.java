package io.twophase.domain.outcome;

import java.util.List;

/**
 * What a store answers when a batch is to be begun.
 *
 * @param record of its record
 * @param members of the documents of its transfers, in their order
 */
public record BatchBegun(BeginOutcome record, List<BeginOutcome> members) {

  /** Copies the list. */
  public BatchBegun {
    members = List.copyOf(members);
  }
}
