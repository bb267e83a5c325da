package io.twophase.embedded.wire;

import java.time.Duration;

/**
 * The limits of what clients may ask of the server's memory and of its patience.
 *
 * @param connections how many there may be at a time; one more is closed at once
 * @param idle a connection on which nothing comes and goes for so long is closed
 * @param message a message whose first byte is there must be complete after so long
 * @param unfinishedBytes how much of messages that are not complete may be held, of all connections
 *     together
 */
public record WireLimits(int connections, Duration idle, Duration message, long unfinishedBytes) {

  /** A quarter of the heap goes to half-read messages at most, and to one at least. */
  public static WireLimits usual() {
    return new WireLimits(
        1_000,
        Duration.ofMinutes(30),
        Duration.ofMinutes(1),
        Math.max(Runtime.getRuntime().maxMemory() / 4, WireDecoder.MAX_MESSAGE_SIZE_BYTES));
  }
}
