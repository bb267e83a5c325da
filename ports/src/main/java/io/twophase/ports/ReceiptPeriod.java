package io.twophase.ports;

import io.vavr.control.Option;
import java.time.Duration;

/**
 * The time for which a store keeps the receipts of transactions whose records were removed.
 *
 * @param limit counted from when the transaction was finished; none if they are kept for ever
 */
public record ReceiptPeriod(Option<Duration> limit) {

  /** For ever. */
  public static final ReceiptPeriod FOR_EVER = new ReceiptPeriod(Option.none());

  /**
   * @throws IllegalArgumentException if the limit is not above zero
   */
  public ReceiptPeriod {
    if (limit.exists(time -> time.isNegative() || time.isZero())) {
      throw new IllegalArgumentException("receipts for " + limit.get());
    }
  }

  /** For so long. */
  public static ReceiptPeriod of(Duration limit) {
    return new ReceiptPeriod(Option.some(limit));
  }
}
