package io.twophase.app.engine;

import io.twophase.domain.machine.Result;
import io.twophase.domain.machine.Result.Unanswered;

/** Explains an unknown result in words for people who do not know the step machine. */
public final class UnknownReasons {

  private UnknownReasons() {}

  /**
   * Why a result does not say what becomes of a transaction.
   *
   * @throws IllegalStateException if it says so: the request cannot have ended in this way
   */
  public static String words(Result result) {
    return switch (result.kind()) {
      case UNREADABLE -> "its record cannot be read: " + result.fault().orElseThrow();
      case BUSY -> "another process is at work on it";
      case UNKNOWN ->
          words(result.during().orElseThrow())
              // no pause, and with most stores no call, is made on such a thread
              + (Thread.currentThread().isInterrupted() ? "; its caller is interrupted" : "");
      case EXPIRED -> words(Unanswered.RECORD_GONE);
      case SUBMITTED,
          APPLIED,
          CANCELED,
          AUTHORIZED,
          REFUSED,
          ID_REUSED,
          ALREADY_DECIDED,
          LEFT_OUT,
          NOT_FOUND ->
          throw new IllegalStateException("no such request can end as " + result);
    };
  }

  static String words(Unanswered during) {
    return switch (during) {
      case BEGIN -> "the store did not say whether its record is stored";
      case ACQUIRE, TAKE -> "the store did not say whether this process may go on with it";
      case HOLD -> "the store did not say whether its amounts are held";
      case AWAIT_ROOM -> "it waits for what other transactions hold";
      case WITHDRAW -> "the store did not say whether what it held is given back";
      case AUTHORIZE -> "the store did not say whether it is authorized";
      case APPROVE -> "the store did not say whether the approval is kept";
      case DECIDE -> "the store did not say whether it is decided";
      case CANCEL -> "the store did not say whether it is being canceled";
      case FINISH -> "the store did not say whether it is settled";
      case READ -> "its record could not be read again";
      case AWAIT -> "it is pending, and another process may be at work on it";
      case RECORD_GONE -> "its record is gone";
      case TURN -> "its turn did not come, for an earlier one is not certain or not finished";
    };
  }
}
