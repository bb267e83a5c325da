package io.twophase.cli.upkeep;

import io.twophase.EventWait;
import io.twophase.app.event.Events;
import io.twophase.cli.context.Interruption;
import io.twophase.cli.context.Session;
import io.twophase.cli.context.SessionCommand;
import io.twophase.cli.text.CommandFailure;
import io.twophase.cli.text.ExitCode;
import io.twophase.cli.text.Lines;
import io.twophase.cli.text.Tables;
import io.twophase.cli.view.Arguments;
import io.twophase.console.view.Json;
import io.twophase.console.view.Views;
import io.twophase.domain.ConsumerName;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Decided transactions in their order, and who reads them. */
@Command(
    name = "events",
    footer = {
      "An EVENT is a position: the number of a record, and a place in a batch, as in 41+3.",
      "If the command dies, then the consumer may be shown the last events again.",
      "More: docs/PROTOCOL.md#events"
    },
    addMethodSubcommands = false,
    description =
        "Show decided transactions in one order, applied and canceled ones; for a consumer, from"
            + " its position on, which is then noted.")
public final class EventsCommand extends SessionCommand implements Callable<Integer> {

  @Option(
      names = "--consumer",
      paramLabel = "NAME",
      description = "whose position is read and noted; without it, all are shown from the first on")
  @Nullable String consumer;

  @Option(
      names = "--follow",
      description = "wait for more, until the command is interrupted; each event is a line")
  boolean follow;

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "1000",
      description = "how many at most, or with --follow at once (default: ${DEFAULT-VALUE})")
  int limit;

  @Override
  public Integer call() {
    Arguments.requireLimit(limit, Events.MOST_AT_ONCE);
    Optional<ConsumerName> name = Optional.ofNullable(consumer).map(EventsCommand::name);
    context().requireStore();
    try (Interruption interruption = Interruption.of(context(), () -> interrupted(name))) {
      return context().inStore(session -> show(session, name, interruption));
    }
  }

  private static ConsumerName name(String text) {
    return Arguments.parsed(ConsumerName.parse(text));
  }

  private static String interrupted(Optional<ConsumerName> name) {
    return name.map(
            ("interrupted; what the consumer %s was shown last may be shown again; to go on: the"
                    + " same command again")
                ::formatted)
        .orElse("interrupted; nothing was changed");
  }

  private int show(Session session, Optional<ConsumerName> name, Interruption interruption) {
    Events events = session.twoPhase().events();
    if (!events.areOn()) {
      note("events are off; to turn them on: " + context().again() + " events on");
    }
    EventPrinter printer = new EventPrinter(context(), events, name, limit);
    if (!follow) {
      printer.once();
    } else {
      followed(events, printer, interruption);
    }
    return context().isUnheard() ? ExitCode.OUTPUT : ExitCode.DONE;
  }

  /**
   * Follows events: asks the store each second at least, whether or not it says when something is
   * decided.
   */
  private static void followed(Events events, EventPrinter printer, Interruption interruption) {
    try (EventWait wait = EventWait.of(events)) {
      while (!interruption.isAsked()) {
        int shown = printer.lines();
        if (printer.isUnheard()) {
          interruption.stop();
        } else if (shown > 0) {
          wait.found();
        } else {
          wait.await();
        }
      }
    }
  }

  @Command(
      name = "on",
      description = "Have what is decided from now on become events, whichever process decides it.")
  int on() {
    return turned("on", Events::turnOn);
  }

  @Command(
      name = "off",
      description =
          "Make no more events. A transaction that is decided meanwhile never becomes an event.")
  int off() {
    return turned("off", Events::turnOff);
  }

  private int turned(String state, Consumer<Events> turn) {
    return withStore(
        () -> "interrupted; ask again: it is on or off by then, or not yet",
        session -> {
          turn.accept(session.twoPhase().events());
          return done(Json.object("events", state), "events are " + state);
        });
  }

  @Command(
      name = "consumers",
      description = "List the consumers, and how many records each is behind; a batch is one.")
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

  @Command(
      name = "forget",
      description = "Forget a consumer: what it has not read is kept for it no more.")
  int forget(@Parameters(paramLabel = "NAME", description = "of the consumer") String text) {
    ConsumerName name = name(text);
    context().requireStore();
    return withStore(
        () -> "interrupted; the consumer is forgotten by then, or not yet; ask again",
        session -> {
          if (!session.twoPhase().events().forget(name)) {
            throw CommandFailure.refused("there is no consumer " + Lines.value(text));
          }
          return done(Json.object("forgotten", name), "the consumer " + name + " is forgotten");
        });
  }
}
