package io.twophase.ports;

import java.time.Duration;
import java.util.Optional;

/**
 * The time for which a store keeps the receipts of transactions whose records were removed.
 *
 * @param limit counted from when the transaction was finished; none if they are kept for ever
 */
public record ReceiptPeriod(Optional<Duration> limit) {

  /** For ever. */
  public static final ReceiptPeriod FOR_EVER = new ReceiptPeriod(Optional.empty());

  /**
   * @throws IllegalArgumentException if the limit is not above zero
   */
  public ReceiptPeriod {
    if (limit.filter(time -> time.isNegative() || time.isZero()).isPresent()) {
      throw new IllegalArgumentException("receipts for " + limit.orElseThrow());
    }
  }

  /** For so long. */
  public static ReceiptPeriod of(Duration limit) {
    return new ReceiptPeriod(Optional.of(limit));
  }
}
