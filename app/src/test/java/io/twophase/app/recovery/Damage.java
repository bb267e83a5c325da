package io.twophase.app.recovery;

import io.twophase.ports.ReceiptPeriod;
import io.twophase.ports.Store;
import io.twophase.test.fault.Unreadables;
import io.vavr.control.Option;
import java.time.Duration;

/** A store, and the damages that a test does to what it keeps. */
interface Damage {

  /** An empty store, of which retention removes by its pass what was finished a day ago. */
  Store store(Option<ReceiptPeriod> receipts);

  /** Something that is there cannot be read from now on. */
  void plant(Unreadables.Kind kind, Object id);

  /** A hold of that account cannot be read from now on. */
  void plantHold(String account);

  /** All dates of the records and owners are so much earlier. */
  void timePasses(Duration time);
}
