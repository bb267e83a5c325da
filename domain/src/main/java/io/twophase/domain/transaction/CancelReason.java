package io.twophase.domain.transaction;

import io.twophase.domain.Reason;
import io.twophase.domain.account.HoldRefusal;
import io.twophase.domain.account.PeriodRefusal;
import io.twophase.domain.document.DocumentRefusal;
import java.time.Instant;
import java.util.function.Function;

/** Why a transaction was canceled; kept in its record, so that the same id gets the same answer. */
public sealed interface CancelReason extends Reason {

  /** The reason as the record of a batch keeps it, beside those of others: a long text is cut. */
  default CancelReason inBatch() {
    return this;
  }

  /** What the function for this reason says. */
  <T> T fold(
      Function<? super Refused, ? extends T> refused,
      Function<? super DocumentRefused, ? extends T> documentRefused,
      Function<? super Requested, ? extends T> requested,
      Function<? super Recovered, ? extends T> recovered,
      Function<? super NeverBegun, ? extends T> neverBegun,
      Function<? super Expired, ? extends T> expired);

  /** An account refused a hold. */
  record Refused(HoldRefusal refusal) implements CancelReason {
    @Override
    public String message() {
      return refusal.message();
    }

    @Override
    public String kind() {
      return refusal.kind();
    }

    @Override
    public <T> T fold(
        Function<? super Refused, ? extends T> refused,
        Function<? super DocumentRefused, ? extends T> documentRefused,
        Function<? super Requested, ? extends T> requested,
        Function<? super Recovered, ? extends T> recovered,
        Function<? super NeverBegun, ? extends T> neverBegun,
        Function<? super Expired, ? extends T> expired) {
      return refused.apply(this);
    }
  }

  /** A document refused a hold; of a period's document, it is said in the period's words. */
  record DocumentRefused(DocumentRefusal refusal) implements CancelReason {
    @Override
    public String message() {
      return said().message();
    }

    @Override
    public String kind() {
      return said().kind();
    }

    private Reason said() {
      return PeriodRefusal.of(refusal).<Reason>map(ofPeriod -> ofPeriod).getOrElse(refusal);
    }

    @Override
    public <T> T fold(
        Function<? super Refused, ? extends T> refused,
        Function<? super DocumentRefused, ? extends T> documentRefused,
        Function<? super Requested, ? extends T> requested,
        Function<? super Recovered, ? extends T> recovered,
        Function<? super NeverBegun, ? extends T> neverBegun,
        Function<? super Expired, ? extends T> expired) {
      return documentRefused.apply(this);
    }
  }

  /** Somebody asked for it, before it was decided. */
  record Requested(String text) implements CancelReason {

    /** Its name in summaries and records. */
    public static final String KIND = "Canceled";

    @Override
    public CancelReason inBatch() {
      return new Requested(Reason.cut(text));
    }

    @Override
    public String message() {
      return text.isEmpty() ? "canceled on request" : "canceled on request: " + text;
    }

    @Override
    public String kind() {
      return KIND;
    }

    @Override
    public <T> T fold(
        Function<? super Refused, ? extends T> refused,
        Function<? super DocumentRefused, ? extends T> documentRefused,
        Function<? super Requested, ? extends T> requested,
        Function<? super Recovered, ? extends T> recovered,
        Function<? super NeverBegun, ? extends T> neverBegun,
        Function<? super Expired, ? extends T> expired) {
      return requested.apply(this);
    }
  }

  /** Recovery found it stuck, under the policy to cancel. */
  record Recovered() implements CancelReason {

    /** Its name in summaries and records. */
    public static final String KIND = "CanceledByRecovery";

    @Override
    public String message() {
      return "canceled by recovery, which found it stuck";
    }

    @Override
    public String kind() {
      return KIND;
    }

    @Override
    public <T> T fold(
        Function<? super Refused, ? extends T> refused,
        Function<? super DocumentRefused, ? extends T> documentRefused,
        Function<? super Requested, ? extends T> requested,
        Function<? super Recovered, ? extends T> recovered,
        Function<? super NeverBegun, ? extends T> neverBegun,
        Function<? super Expired, ? extends T> expired) {
      return recovered.apply(this);
    }
  }

  /** A hold of it was found and no record; this record keeps its id, so that it never begins. */
  record NeverBegun() implements CancelReason {

    /** Its name in summaries and records. */
    public static final String KIND = "NeverBegun";

    @Override
    public String message() {
      return "never begun: a hold of it was found without a record, and released";
    }

    @Override
    public <T> T fold(
        Function<? super Refused, ? extends T> refused,
        Function<? super DocumentRefused, ? extends T> documentRefused,
        Function<? super Requested, ? extends T> requested,
        Function<? super Recovered, ? extends T> recovered,
        Function<? super NeverBegun, ? extends T> neverBegun,
        Function<? super Expired, ? extends T> expired) {
      return neverBegun.apply(this);
    }
  }

  /**
   * An authorization was not captured before it expired, and somebody voided it for that.
   *
   * @param expiresAt when it expired, by the store's clock
   */
  record Expired(Instant expiresAt) implements CancelReason {

    /** Its name in summaries and records. */
    public static final String KIND = "Expired";

    @Override
    public String message() {
      return "expired at " + expiresAt + " and was voided";
    }

    @Override
    public <T> T fold(
        Function<? super Refused, ? extends T> refused,
        Function<? super DocumentRefused, ? extends T> documentRefused,
        Function<? super Requested, ? extends T> requested,
        Function<? super Recovered, ? extends T> recovered,
        Function<? super NeverBegun, ? extends T> neverBegun,
        Function<? super Expired, ? extends T> expired) {
      return expired.apply(this);
    }
  }
}
