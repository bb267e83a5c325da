package io.twophase.domain.transaction;

import io.twophase.domain.Reason;
import io.twophase.domain.Reason.Line;
import java.time.Instant;

/**
 * A transaction was canceled; its record keeps the reason, so that the same id has the same answer.
 *
 * <p>Then: ask under a new id.
 */
public sealed interface CancelReason extends Refusal
    permits HoldRefusal,
        DocumentRefusal,
        PeriodRefusal,
        CancelReason.Requested,
        CancelReason.Recovered,
        CancelReason.NeverBegun,
        CancelReason.Expired {

  /** The reason that a host is given for this one, which the record keeps. */
  default CancelReason said() {
    return this;
  }

  /** Somebody canceled the transaction before the decision, or voided the authorization. */
  record Requested(String text) implements CancelReason {

    /** Its name in summaries and records. */
    public static final String KIND = "Canceled";

    /** A long text is cut: the record of a batch keeps one for each of its transactions. */
    public Requested {
      text = Reason.cut(text);
    }

    @Override
    public String message() {
      return text.isEmpty() ? "canceled on request" : "canceled on request: " + text;
    }

    @Override
    public String kind() {
      return KIND;
    }
  }

  /** Recovery found the transaction stuck, under the policy to cancel. */
  @Line("canceled by recovery, which found it stuck")
  record Recovered() implements CancelReason {

    /** Its name in summaries and records. */
    public static final String KIND = "CanceledByRecovery";

    @Override
    public String kind() {
      return KIND;
    }
  }

  /** A hold was found without a record, and released; the id never begins. */
  @Line("never begun: a hold of it was found without a record, and released")
  record NeverBegun() implements CancelReason {

    /** Its name in summaries and records. */
    public static final String KIND = "NeverBegun";
  }

  /**
   * An authorization was not captured before it expired, and was voided for that.
   *
   * <p>Then: authorize again, under a new id.
   *
   * @param expiresAt when it expired, by the store's clock
   */
  @Line("expired at %s and was voided")
  record Expired(Instant expiresAt) implements CancelReason {

    /** Its name in summaries and records. */
    public static final String KIND = "Expired";
  }
}
