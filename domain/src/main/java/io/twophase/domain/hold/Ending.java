package io.twophase.domain.hold;

import io.twophase.domain.id.Epoch;
import io.vavr.control.Option;

/**
 * Settle: at an epoch, with an effect. Withdraw: at an epoch, without. Release: at any epoch,
 * without.
 *
 * @param happens whether the deed is done
 * @param net by how much an escrow moves
 * @param known the hold as its own acknowledgement showed it: then no store reads it first
 */
public record Ending(
    RecordId record, Claim claim, Option<Epoch> at, boolean happens, long net, Option<Hold> known) {
  public static Ending release(RecordId record, Claim claim) {
    return new Ending(record, claim, Option.none(), false, 0, Option.none());
  }
}
