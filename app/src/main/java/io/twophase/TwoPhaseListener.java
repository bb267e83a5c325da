package io.twophase;

import io.twophase.app.authorization.Authorizations.AuthorizationListener;
import io.twophase.app.engine.Engine.EngineListener;
import io.twophase.app.function.Functions.FunctionListener;
import io.twophase.app.recovery.Recovery.RecoveryListener;
import io.twophase.app.transfer.queue.TransferQueue.TransferListener;
import java.util.List;

/**
 * A listener to the work of Twophase in this process, for logs, metrics and alarms. Each method is
 * called after the fact, on the thread that did it, often in the middle of a batch; several threads
 * call at the same time. So a listener is thread-safe and short, and neither closes Twophase nor
 * waits for a transfer. An exception of it is logged as a warning, and changes nothing.
 *
 * <p>A transaction calls {@code transferAsked} (if it is queued), {@code transferBegun}, {@code
 * transferDecided}, {@code transferFinished} and {@code transferEnded}, in this order. An immediate
 * refusal calls only the second and the last. If recovery finishes the rest, {@code
 * transferFinished} is not called; for an unknown outcome, {@code transferDecided} is not either.
 * {@code stepBegun} and {@code stepEnded} report each call on the store, between {@code workBegun}
 * and {@code workEnded}.
 */
public interface TwoPhaseListener
    extends TransferListener,
        AuthorizationListener,
        RecoveryListener,
        EngineListener,
        FunctionListener {

  /** A listener that does nothing. */
  TwoPhaseListener IGNORED = new TwoPhaseListener() {};

  /**
   * Returns a listener that notifies each of {@code listeners}, in this order, whatever the others
   * throw. If there is one, then it is that one; if there are none, then it is {@link #IGNORED}.
   */
  static TwoPhaseListener each(List<TwoPhaseListener> listeners) {
    if (listeners.size() <= 1) {
      return listeners.isEmpty() ? IGNORED : listeners.get(0);
    }
    return Guarded.telling(IGNORED, List.copyOf(listeners));
  }
}
