package io.twophase.sample;

import io.twophase.app.RecoveryDaemon;
import io.twophase.app.recovery.Recovered;
import io.twophase.ports.StoreException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs what recovery does. */
public final class RecoveryLog implements RecoveryDaemon.Listener {

  private static final Logger LOG = LoggerFactory.getLogger(RecoveryLog.class);

  @Override
  public void recovered(Recovered recovered) {
    LOG.info("recovery: {}", recovered);
  }

  @Override
  public void failed(StoreException fault) {
    LOG.warn("recovery failed, and tries again: {}", fault.getMessage());
  }
}
