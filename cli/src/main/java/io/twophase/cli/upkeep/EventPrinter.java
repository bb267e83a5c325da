package io.twophase.cli.upkeep;

import io.twophase.app.event.Event;
import io.twophase.app.event.EventPage;
import io.twophase.app.event.Events;
import io.twophase.cli.context.CommandContext;
import io.twophase.cli.text.Lines;
import io.twophase.cli.text.Tables;
import io.twophase.console.view.Json;
import io.twophase.console.view.Redactor;
import io.twophase.console.view.Views;
import io.twophase.domain.ConsumerName;
import io.twophase.domain.event.EventPosition;
import io.twophase.domain.transaction.Transaction;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Prints events, and notes a consumer's position behind those that were printed. */
final class EventPrinter {

  private final CommandContext context;
  private final Events events;
  private final Optional<ConsumerName> consumer;
  private final int limit;
  private EventPosition position = EventPosition.START;

  EventPrinter(CommandContext context, Events events, Optional<ConsumerName> consumer, int limit) {
    this.context = context;
    this.events = events;
    this.consumer = consumer;
    this.limit = limit;
  }

  /** A failure of the output: an event that could not be written is not noted as read. */
  private static final class UnheardException extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  boolean isUnheard() {
    return context.isUnheard();
  }

  /** All there is, up to the limit, as one answer. */
  void once() {
    if (read(this::answer) == 0) {
      answer(List.of());
    }
  }

  /** Writes the events that there are by now, each as a line; returns what the reading returns. */
  int lines() {
    return read(
        page ->
            page.forEach(
                event ->
                    context.answer(
                        () -> json(event), () -> Lines.visible(String.join("  ", words(event))))));
  }

  private int read(Consumer<List<Event>> print) {
    try {
      return consumer
          .map(name -> events.consume(name, limit, page -> heard(print, page)).events())
          .orElseGet(() -> withoutConsumer(print));
    } catch (UnheardException unheard) {
      return 0;
    }
  }

  private int withoutConsumer(Consumer<List<Event>> print) {
    events.number();
    EventPage page = events.read(position, limit);
    if (!page.events().isEmpty()) {
      heard(print, page.events());
    }
    position = page.end();
    return page.events().size();
  }

  private void heard(Consumer<List<Event>> print, List<Event> page) {
    print.accept(page);
    context.out().flush();
    if (context.isUnheard()) {
      throw new UnheardException();
    }
  }

  private void answer(List<Event> page) {
    context.answer(
        () -> Json.object("events", page.stream().map(EventPrinter::json).toList()),
        () -> table(page));
  }

  private static String table(List<Event> page) {
    if (page.isEmpty()) {
      return "no events";
    }
    Tables table = new Tables("EVENT", "ID", "STATE", "AMOUNT", "OPERATIONS");
    page.forEach(event -> table.add(words(event)));
    return table.toString();
  }

  private static String[] words(Event event) {
    String position = event.position().toString();
    return event
        .transaction()
        .fold(
            found -> {
              Transaction record = found.record();
              return new String[] {
                position,
                record.id().value(),
                Json.lower(record.state()),
                Views.amountsText(record.capturedOperations()),
                Views.summary(record)
              };
            },
            absent -> new String[] {position, absent.id().value(), "removed", "", ""},
            fault -> new String[] {position, fault.id(), "unreadable", "", fault.fault()},
            removed ->
                new String[] {
                  position,
                  removed.receipt().id().value(),
                  "removed",
                  "",
                  Json.lower(Views.state(removed.receipt()))
                });
  }

  private static Map<String, Object> json(Event event) {
    Map<String, Object> transaction =
        event
            .transaction()
            .fold(
                found -> Views.transaction(found.record(), Optional.empty(), Redactor.NONE),
                absent -> Json.object("id", absent.id(), "removed", true),
                fault -> Json.object("id", fault.id(), "unreadable", fault.fault()),
                removed -> Views.receipt(removed.receipt(), Redactor.NONE));
    return Json.object("position", event.position(), "transaction", transaction);
  }
}
