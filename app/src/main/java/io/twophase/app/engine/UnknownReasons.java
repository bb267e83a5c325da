package io.twophase.app.engine;

import io.twophase.domain.protocol.Result;

/** Explains an unknown result in words for people who do not know the step machine. */
public final class UnknownReasons {

  private UnknownReasons() {}

  public static String words(Result.Unknown unknown) {
    return switch (unknown.during()) {
      case BEGIN, SUBMIT -> "the store did not say whether its record is stored";
      case CLAIM, TAKE_OVER -> "the store did not say whether this process may go on with it";
      case PLACE_HOLDS, STAMP -> "the store did not say whether its amounts are held";
      case AWAIT_ROOM -> "an account has no room for another pending transaction";
      case WITHDRAW -> "the store did not say whether what it held is given back";
      case AUTHORIZE -> "the store did not say whether it is authorized";
      case APPROVE -> "the store did not say whether the approval is kept";
      case CAPTURE -> "the store did not say whether it is captured";
      case VOID -> "the store did not say whether it is voided";
      case DECIDE -> "the store did not say whether it is decided";
      case SETTLE, FINISH -> "the store did not say whether it is settled";
      case RELEASE, FINISH_CANCEL -> "the store did not say whether what it held is released";
      case BEGIN_CANCEL, CANCEL_UNCLAIMED -> "the store did not say whether it is being canceled";
      case REREAD -> "its record could not be read again";
      case AWAIT -> "it is pending, and another process may be at work on it";
      case RECORD_GONE -> "its record is gone";
    };
  }
}
