package io.twophase.app.event;

import io.twophase.domain.event.EventPosition;
import java.util.List;

/**
 * Some events, in their order.
 *
 * @param events those that there are; not every number has one
 * @param end how far was read: the position behind the last of them, or further
 */
public record EventPage(List<Event> events, EventPosition end) {

  public EventPage {
    events = List.copyOf(events);
  }
}
