package io.twophase.domain.authorization;

import io.twophase.domain.ApproverName;
import java.util.function.Function;

/** What a worker is asked to do with an authorization that is held. */
public sealed interface AuthorizationRequest {

  /** What the function for this request says. */
  <T> T fold(
      Function<? super Capture, ? extends T> capture,
      Function<? super Approve, ? extends T> approve);

  /** Decide that it happens, with these amounts, and settle it. */
  record Capture(CaptureRequest amounts) implements AuthorizationRequest {
    @Override
    public <T> T fold(
        Function<? super Capture, ? extends T> capture,
        Function<? super Approve, ? extends T> approve) {
      return capture.apply(this);
    }
  }

  /** Note that somebody approves it. */
  record Approve(ApproverName approver) implements AuthorizationRequest {
    @Override
    public <T> T fold(
        Function<? super Capture, ? extends T> capture,
        Function<? super Approve, ? extends T> approve) {
      return approve.apply(this);
    }
  }
}
