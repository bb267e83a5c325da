package io.twophase.cli.command;

import io.twophase.EventWait;
import io.twophase.app.event.Event;
import io.twophase.app.event.Events;
import io.twophase.app.event.Events.EventPage;
import io.twophase.cli.context.Interruption;
import io.twophase.cli.context.Session;
import io.twophase.cli.context.SessionCommand;
import io.twophase.cli.text.CommandFailure;
import io.twophase.cli.text.ExitCode;
import io.twophase.cli.text.Lines;
import io.twophase.cli.text.Tables;
import io.twophase.cli.view.Arguments;
import io.twophase.console.view.Json;
import io.twophase.console.view.Redactor;
import io.twophase.console.view.Views;
import io.twophase.domain.ConsumerName;
import io.twophase.domain.event.EventPosition;
import io.twophase.domain.transaction.Transaction;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Decided transactions in their order, and who reads them. */
@Command(name = "events", addMethodSubcommands = false)
public final class EventsCommand extends SessionCommand implements Callable<Integer> {

  @Option(names = "--consumer", paramLabel = "NAME")
  Optional<String> consumer = Optional.empty();

  @Option(names = "--follow")
  boolean follow;

  @Option(names = "--limit", paramLabel = "N", defaultValue = "1000")
  int limit;

  /** The position up to which a reader without a name has read. */
  private EventPosition position = EventPosition.START;

  @Override
  public Integer call() {
    Arguments.requireLimit(limit, Events.MOST_AT_ONCE);
    Optional<ConsumerName> name = consumer.map(text -> Arguments.parsed(ConsumerName.parse(text)));
    context().requireStore();
    String interrupted =
        name.map(
                ("interrupted; what the consumer %s was shown last may be shown again; to go on:"
                        + " the same command again")
                    ::formatted)
            .orElse("interrupted; nothing was changed");
    return untilAsked(
        () -> interrupted, (session, interruption) -> show(session, name, interruption));
  }

  private int show(Session session, Optional<ConsumerName> name, Interruption interruption) {
    Events events = session.twoPhase().events();
    if (!events.areOn()) {
      note("events are off; to turn them on: " + context().again() + " events on");
    }
    if (follow) {
      followed(events, name, interruption);
    } else if (read(events, name, this::answerAll) == 0) {
      answerAll(List.of());
    }
    return context().isUnheard() ? ExitCode.OUTPUT : ExitCode.DONE;
  }

  /**
   * Follows events: asks the store each second at least, whether or not it says when something is
   * decided.
   */
  private void followed(Events events, Optional<ConsumerName> name, Interruption interruption) {
    try (EventWait wait = EventWait.of(events)) {
      while (!interruption.isAsked()) {
        int shown = lines(events, name);
        if (context().isUnheard()) {
          interruption.stop();
        } else if (shown > 0) {
          wait.found();
        } else {
          wait.await();
        }
      }
    }
  }

  @Command(name = "on")
  int on() {
    return turned("events", "on", "events are on", twoPhase -> twoPhase.events().turnOn());
  }

  @Command(name = "off")
  int off() {
    return turned("events", "off", "events are off", twoPhase -> twoPhase.events().turnOff());
  }

  @Command(name = "consumers")
  int consumers() {
    return withStore(session -> consumers(session.twoPhase().events()));
  }

  private int consumers(Events events) {
    events.number();
    List<Map<String, Object>> all = events.consumers().stream().map(Views::consumer).toList();
    events.unreadableConsumers().forEach(this::note);
    Tables table = new Tables("CONSUMER", "POSITION", "BEHIND");
    all.forEach(consumer -> table.row(consumer, "name", "position", "behind"));
    return done(Json.object("consumers", all), all.isEmpty() ? "no consumers" : table.toString());
  }

  @Command(name = "forget")
  int forget(@Parameters(paramLabel = "NAME") String text) {
    ConsumerName name = Arguments.parsed(ConsumerName.parse(text));
    return withStore(
        () -> "interrupted; the consumer is forgotten by then, or not yet; ask again",
        session -> {
          boolean isForgotten = session.twoPhase().events().forget(name);
          CommandFailure.refuseIf(!isForgotten, "there is no consumer " + Lines.value(text));
          return done(Json.object("forgotten", name), "the consumer " + name + " is forgotten");
        });
  }

  /** A failure of the output: an event that could not be written is not noted as read. */
  private static final class UnheardException extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  /** Writes the events that there are by now, each as a line; returns how many it read. */
  private int lines(Events events, Optional<ConsumerName> name) {
    return read(
        events,
        name,
        page ->
            page.forEach(
                event ->
                    context()
                        .answerLine(() -> json(event), () -> String.join("  ", words(event)))));
  }

  /** Reads a page, and notes a consumer's position behind the events that were printed. */
  private int read(Events events, Optional<ConsumerName> name, Consumer<List<Event>> print) {
    try {
      return name.map(
              consumer -> events.consume(consumer, limit, page -> heard(print, page)).events())
          .orElseGet(() -> withoutConsumer(events, print));
    } catch (UnheardException unheard) {
      return 0;
    }
  }

  private int withoutConsumer(Events events, Consumer<List<Event>> print) {
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
    context().out().flush();
    if (context().isUnheard()) {
      throw new UnheardException();
    }
  }

  private void answerAll(List<Event> page) {
    answer(
        () -> Json.object("events", page.stream().map(EventsCommand::json).toList()),
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
