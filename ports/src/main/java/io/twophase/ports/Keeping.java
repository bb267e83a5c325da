package io.twophase.ports;

import java.time.Duration;
import java.util.Optional;

/**
 * The time for which a store keeps ended records and receipts, by its settings.
 *
 * @param keptFor how long a record is kept once it has ended; none if it is kept for ever
 * @param receipts whether a transaction leaves a receipt where it is removed, and for how long;
 *     none if it leaves nothing
 * @param mayHaveExpired whether ended records may have been removed by now, since the store keeps
 *     them, or once kept them, for a time only. Then the records that are there do not add up to
 *     the balances, and one that is not there may have been
 * @param hasReceiptsOfAllRemoved whether retention has left a receipt of each transaction that it
 *     ever removed, and keeps them all. Then a transaction that is not there and has none was
 *     removed by somebody else. Where that is not known, it is false
 */
public record Keeping(
    Optional<Duration> keptFor,
    Optional<ReceiptPeriod> receipts,
    boolean mayHaveExpired,
    boolean hasReceiptsOfAllRemoved) {

  /** Records that are kept for ever, and always were. */
  public static final Keeping FOR_EVER =
      new Keeping(Optional.empty(), Optional.empty(), false, false);
}
