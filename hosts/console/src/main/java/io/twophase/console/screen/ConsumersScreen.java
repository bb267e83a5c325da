package io.twophase.console.screen;

import io.twophase.TwoPhase;
import io.twophase.app.event.Events;
import io.twophase.console.http.Request;
import io.twophase.console.page.Answer;
import io.twophase.console.page.Screen;
import io.twophase.console.view.Json;
import io.twophase.console.view.Views;
import io.twophase.ports.EventRepository;
import java.util.List;
import java.util.Map;

/**
 * The consumers of events, how far each has read, and the tree of evidence. It gives no numbers
 * itself.
 */
public final class ConsumersScreen implements Screen {

  private final TwoPhase twophase;
  private final EventRepository stored;

  /** Consumers of the events of a store. */
  public ConsumersScreen(TwoPhase twophase, EventRepository stored) {
    this.twophase = twophase;
    this.stored = stored;
  }

  @Override
  public Answer answer(Request request) {
    Events events = twophase.events();
    boolean areOn = events.areOn();
    List<Map<String, Object>> consumers = events.consumers().stream().map(Views::consumer).toList();
    return new Answer.Shown(
        Json.object(
            "eventsOn", areOn,
            "evidenceOn", twophase.evidence().isOn(),
            "numbered", stored.confirmed(),
            "trimmed", stored.trimmed(),
            "leaves", stored.evidence().size(),
            "consumers", consumers,
            "unreadable", events.unreadableConsumers()));
  }
}
