package io.twophase.sample;

import io.twophase.RecoveryDaemon;
import io.twophase.app.recovery.Recovered;
import io.twophase.ports.Store;
import io.twophase.ports.StoreException;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs what recovery does. */
public final class RecoveryLog implements RecoveryDaemon.Listener {

  private static final Logger LOG = LoggerFactory.getLogger(RecoveryLog.class);
  private static final Duration FIRST_ROUND = Duration.ofSeconds(15);

  /** Says which store it is, and waits for what earlier processes have left: before it serves. */
  public static void atStart(Store store, RecoveryDaemon recovery) {
    LOG.info("orders over {}", store.describe());
    if (!recovery.awaitFirstRound(FIRST_ROUND)) {
      LOG.warn("the first round of recovery has not ended within {}", FIRST_ROUND);
    }
  }

  @Override
  public void recovered(Recovered recovered) {
    LOG.info("recovery: {}", recovered);
  }

  @Override
  public void failed(StoreException fault) {
    LOG.warn("recovery failed, and tries again: {}", fault.getMessage());
  }
}
