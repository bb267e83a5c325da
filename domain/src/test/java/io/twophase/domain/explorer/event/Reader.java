package io.twophase.domain.explorer.event;

import io.twophase.domain.event.NumberedRecord;
import java.util.List;

/**
 * One instance of the consumer.
 *
 * @param from the position that it began to read at; -1 before it has asked
 * @param read what it has read, and not yet noted
 * @param isHandled whether it has handled that
 */
record Reader(int from, List<NumberedRecord> read, boolean isHandled) {

  static final Reader IDLE = new Reader(-1, List.of(), false);
}
