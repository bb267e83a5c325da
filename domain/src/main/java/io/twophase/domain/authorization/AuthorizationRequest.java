package io.twophase.domain.authorization;

import io.twophase.domain.ApproverName;
import java.util.function.Function;

/** A request to a worker about an authorization that is held. */
public sealed interface AuthorizationRequest {

  /** Returns what the function for this request says. */
  default <T> T fold(
      Function<? super Capture, ? extends T> capture,
      Function<? super Approve, ? extends T> approve) {
    if (this instanceof Capture one) {
      return capture.apply(one);
    }
    return approve.apply((Approve) this);
  }

  /** Decide that it happens, with these amounts, and settle it. */
  record Capture(CaptureRequest amounts) implements AuthorizationRequest {}

  /** Note that somebody approves it. */
  record Approve(ApproverName approver) implements AuthorizationRequest {}
}
