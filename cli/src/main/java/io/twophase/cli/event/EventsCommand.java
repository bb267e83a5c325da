package io.twophase.cli.event;

import io.twophase.app.EventWait;
import io.twophase.app.event.ConsumerStatus;
import io.twophase.app.event.Events;
import io.twophase.cli.context.CommandContext;
import io.twophase.cli.context.Interruption;
import io.twophase.cli.context.Session;
import io.twophase.cli.failure.CommandFailure;
import io.twophase.cli.failure.ExitCode;
import io.twophase.cli.text.Json;
import io.twophase.cli.text.Lines;
import io.twophase.cli.text.Tables;
import io.twophase.domain.ConsumerName;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Decided transactions in their order, and who reads them. */
@Command(
    name = "events",
    mixinStandardHelpOptions = true,
    addMethodSubcommands = false,
    description =
        "Show decided transactions in one order, applied and canceled ones; for a consumer, from"
            + " its position on, which is then noted.")
public final class EventsCommand implements Callable<Integer> {

  private final CommandContext context;

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

  /** Made by the command line, which gives the context. */
  public EventsCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    if (limit < 1 || limit > Events.MOST_AT_ONCE) {
      throw CommandFailure.badInput(
          "limit " + limit + " is not within 1 to " + Events.MOST_AT_ONCE);
    }
    io.vavr.control.Option<ConsumerName> name =
        io.vavr.control.Option.of(consumer).map(EventsCommand::name);
    context.requireStore();
    try (Interruption interruption = Interruption.of(context, () -> interrupted(name))) {
      return context.inStore(session -> show(session, name, interruption));
    }
  }

  private static ConsumerName name(String text) {
    return ConsumerName.parse(text)
        .getOrElseThrow(invalid -> CommandFailure.badInput(invalid.message()));
  }

  private String interrupted(io.vavr.control.Option<ConsumerName> name) {
    return name.map(
            known ->
                "interrupted; what the consumer "
                    + known
                    + " was shown last may be shown again; to go on: the same command again")
        .getOrElse("interrupted; nothing was changed");
  }

  private int show(
      Session session, io.vavr.control.Option<ConsumerName> name, Interruption interruption) {
    Events events = session.twoPhase().events();
    if (!events.areOn()) {
      context.note("events are off; to turn them on: " + context.again() + " events on");
    }
    EventPrinter printer = new EventPrinter(context, events, name, limit);
    if (!follow) {
      printer.once();
    } else {
      followed(events, printer, interruption);
    }
    return context.isUnheard() ? ExitCode.OUTPUT : ExitCode.DONE;
  }

  /**
   * Whether or not the store says when something is decided, it is asked for, each second at least.
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
      mixinStandardHelpOptions = true,
      description = "Have what is decided from now on become events, whichever process decides it.")
  int on() {
    return turned(true);
  }

  @Command(
      name = "off",
      mixinStandardHelpOptions = true,
      description =
          "Have nothing more become an event. What is decided until they are on again never will.")
  int off() {
    return turned(false);
  }

  private int turned(boolean on) {
    return context.withStore(
        () -> "interrupted; ask again: it is on or off by then, or not yet",
        session -> {
          Events events = session.twoPhase().events();
          if (on) {
            events.turnOn();
          } else {
            events.turnOff();
          }
          context.answer(
              () -> Json.object("events", on ? "on" : "off"),
              () -> "events are " + (on ? "on" : "off"));
          return ExitCode.DONE;
        });
  }

  @Command(
      name = "consumers",
      mixinStandardHelpOptions = true,
      description = "List the consumers, and how many records each is behind; a batch is one.")
  int consumers() {
    return context.withStore(
        session -> {
          session.twoPhase().events().number();
          List<ConsumerStatus> all = session.twoPhase().events().consumers();
          session.twoPhase().events().unreadableConsumers().forEach(context::note);
          context.answer(
              () -> Json.object("consumers", all.stream().map(EventsCommand::json).toList()),
              () -> table(all));
          return ExitCode.DONE;
        });
  }

  private static Object json(ConsumerStatus consumer) {
    return Json.object(
        "name",
        consumer.name().value(),
        "position",
        consumer.position().toString(),
        "behind",
        consumer.behind());
  }

  private static String table(List<ConsumerStatus> all) {
    if (all.isEmpty()) {
      return "no consumers";
    }
    Tables table = new Tables("CONSUMER", "POSITION", "BEHIND");
    all.forEach(
        each ->
            table.add(
                each.name().value(), each.position().toString(), Long.toString(each.behind())));
    return table.toString();
  }

  @Command(
      name = "forget",
      mixinStandardHelpOptions = true,
      description = "Forget a consumer: what it has not read is kept for it no more.")
  int forget(@Parameters(paramLabel = "NAME", description = "of the consumer") String text) {
    ConsumerName name = name(text);
    context.requireStore();
    return context.withStore(
        () -> "interrupted; the consumer is forgotten by then, or not yet; ask again",
        session -> {
          if (!session.twoPhase().events().forget(name)) {
            throw CommandFailure.refused("there is no consumer " + Lines.value(text));
          }
          context.answer(
              () -> Json.object("forgotten", name.value()),
              () -> "the consumer " + name + " is forgotten");
          return ExitCode.DONE;
        });
  }
}
