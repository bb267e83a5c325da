package io.twophase;

import io.twophase.app.authorization.AuthorizationListener;
import io.twophase.app.engine.EngineListener;
import io.twophase.app.function.FunctionListener;
import io.twophase.app.recovery.RecoveryListener;
import io.twophase.app.transfer.TransferListener;

/**
 * Is notified of what Twophase does in this process: for logs, metrics and alarms. Each method is
 * called after the fact, on the thread that did it, often in the middle of a batch; several threads
 * call at the same time. So a listener is thread-safe and short, and neither closes Twophase nor
 * waits for a transfer. What it throws is logged as a warning, and changes nothing.
 */
public interface TwoPhaseListener
    extends TransferListener,
        AuthorizationListener,
        RecoveryListener,
        EngineListener,
        FunctionListener {

  /** Is notified and does nothing. */
  TwoPhaseListener IGNORED = new TwoPhaseListener() {};
}
