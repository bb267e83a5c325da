package io.twophase.embedded.storage;

/** The events that an acknowledged write survives. */
public enum Durability {
  /** The end of this process at any moment, a kill included: it is with the operating system. */
  PROCESS_END,
  /** A power cut too: it was forced to the disk before the answer. */
  POWER_CUT
}
