package io.twophase.domain.transaction;

import io.twophase.domain.account.HoldRefusal;

/** Why a transaction was canceled; kept in its record, so that the same id gets the same answer. */
public sealed interface CancelReason {

  /** One line for people. */
  String message();

  /** Its name in summaries and records. */
  String kind();

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
  }

  /** Somebody asked for it, before it was decided. */
  record Requested(String text) implements CancelReason {
    @Override
    public String message() {
      return text.isEmpty() ? "canceled on request" : "canceled on request: " + text;
    }

    @Override
    public String kind() {
      return "Canceled";
    }
  }

  /** Recovery found it stuck, under the policy to cancel. */
  record Recovered() implements CancelReason {
    @Override
    public String message() {
      return "canceled by recovery, which found it stuck";
    }

    @Override
    public String kind() {
      return "CanceledByRecovery";
    }
  }

  /** A hold of it was found and no record; this record keeps its id, so that it never begins. */
  record NeverBegun() implements CancelReason {
    @Override
    public String message() {
      return "never begun: a hold of it was found without a record, and released";
    }

    @Override
    public String kind() {
      return "NeverBegun";
    }
  }
}
