package io.twophase.app.evidence;

import io.twophase.app.event.UnreadEvents;
import io.twophase.app.retention.BeforeRemoval;
import io.twophase.app.retention.RemovalPage;
import io.twophase.domain.id.TransactionId;
import io.twophase.ports.EventRepository;
import java.util.Set;

/** Has retention wait for the leaves: while the evidence is on, what has none yet stays. */
public final class LeaflessRecords implements BeforeRemoval {

  private final EventRepository events;

  /** Of one store. */
  public LeaflessRecords(EventRepository events) {
    this.events = events;
  }

  @Override
  public Set<TransactionId> heldBack(RemovalPage page) {
    return events.evidence().isOn()
        ? UnreadEvents.behind(events, events.evidence().size(), page)
        : Set.of();
  }
}
