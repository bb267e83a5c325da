package io.twophase.app.transfer;

import io.twophase.domain.protocol.Result;

/** Where a run stopped without a certain answer, in words for people who know no steps. */
public final class UnknownReasons {

  private UnknownReasons() {}

  public static String words(Result.Unknown unknown) {
    return switch (unknown.during()) {
      case "Begin", "Submit" -> "the store did not say whether its record is stored";
      case "Claim", "TakeOver" -> "the store did not say whether this process may go on with it";
      case "PlaceHolds", "Stamp" -> "the store did not say whether its amounts are held";
      case "AwaitRoom" -> "an account has no room for another pending transaction";
      case "Withdraw" -> "the store did not say whether what it held is given back";
      case "Decide" -> "the store did not say whether it is decided";
      case "Settle", "Finish" -> "the store did not say whether it is settled";
      case "Release", "FinishCancel" -> "the store did not say whether what it held is released";
      case "BeginCancel", "CancelUnclaimed" -> "the store did not say whether it is being canceled";
      case "Reread" -> "its record could not be read again";
      case "Await" -> "it is pending, and another process may be at work on it";
      case "record is gone" -> "its record is gone";
      default -> "the store did not answer";
    };
  }
}
