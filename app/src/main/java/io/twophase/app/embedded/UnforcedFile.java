package io.twophase.app.embedded;

import java.util.Map;
import org.h2.mvstore.SingleFileStore;

/**
 * The MVStore's file, without its waits for the disk. Those guard against a loss of power, which
 * the journal beside it does not survive anyway, and stop all writers for seconds at a time.
 */
final class UnforcedFile extends SingleFileStore {

  UnforcedFile(Map<String, Object> settings) {
    super(settings);
  }

  @Override
  public void sync() {
    // what is written survives this process already
  }
}
