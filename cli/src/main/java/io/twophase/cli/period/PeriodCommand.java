package io.twophase.cli.period;

import io.twophase.app.statement.PeriodLookup;
import io.twophase.app.statement.PeriodOutcome;
import io.twophase.app.statement.Periods;
import io.twophase.cli.context.CommandContext;
import io.twophase.cli.failure.CommandFailure;
import io.twophase.cli.failure.ExitCode;
import io.twophase.cli.text.Json;
import io.twophase.cli.text.Lines;
import io.twophase.cli.text.Shell;
import io.twophase.cli.text.Tables;
import io.twophase.cli.view.Arguments;
import io.twophase.cli.view.Views;
import io.twophase.domain.PeriodName;
import io.twophase.domain.TransactionId;
import io.twophase.domain.account.Period;
import io.vavr.Function3;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Opens, closes and shows accounting periods. */
@Command(
    name = "period",
    mixinStandardHelpOptions = true,
    addMethodSubcommands = false,
    description = "Open, close and show accounting periods. A closed one takes no postings.")
public final class PeriodCommand {

  private final CommandContext context;

  /** Made by the command line, which gives the context. */
  public PeriodCommand(CommandContext context) {
    this.context = context;
  }

  @Command(
      name = "open",
      mixinStandardHelpOptions = true,
      description = "Open a period that there was not; again is the same answer.")
  int open(@Mixin PeriodChange change) {
    return change("open", change, Periods::open);
  }

  @Command(
      name = "close",
      mixinStandardHelpOptions = true,
      description =
          "Have a period take no new postings, and close it when all are decided; again goes on.")
  int close(@Mixin PeriodChange change) {
    return change("close", change, Periods::close);
  }

  @Command(
      name = "reopen",
      mixinStandardHelpOptions = true,
      description = "Have a period take postings again that is closed, or is being closed.")
  int reopen(@Mixin PeriodChange change) {
    return change("reopen", change, Periods::reopen);
  }

  private int change(
      String command,
      PeriodChange change,
      Function3<Periods, PeriodName, String, PeriodOutcome> ask) {
    PeriodName period = change.period();
    String again = context.again() + " period " + command + " " + Shell.quoted(period.value());
    return context.withStore(
        () -> "interrupted; how far it is, and what is left: " + again,
        session ->
            ask.apply(session.twoPhase().periods(), period, change.reason())
                .<Integer>fold(
                    this::changed,
                    waits -> stillUndecided(waits, again),
                    this::refused,
                    unknown -> {
                      throw CommandFailure.unknown(
                          "period " + period + ": " + unknown.why() + "; to resolve it: " + again);
                    }));
  }

  private int changed(PeriodOutcome.Changed outcome) {
    Period period = outcome.period();
    context.answer(() -> PeriodViews.json(period), () -> PeriodViews.text(period));
    return ExitCode.DONE;
  }

  private int stillUndecided(PeriodOutcome.StillUndecided outcome, String again) {
    List<String> named = outcome.undecided().stream().map(TransactionId::value).toList();
    context.answer(
        () -> {
          Map<String, Object> json = PeriodViews.json(outcome.period());
          json.put("undecided", named);
          json.put("undecidedCount", outcome.count());
          return json;
        },
        () -> PeriodViews.text(outcome.period()));
    context.note(
        "period "
            + outcome.name()
            + " takes no new postings, and is not closed yet: "
            + Lines.count(outcome.count(), "posting")
            + " begun in it not decided ("
            + named.stream().limit(10).collect(Collectors.joining(", "))
            + (outcome.count() > 10 ? ", …" : "")
            + "); capture or void what is authorized, and then: "
            + again);
    return ExitCode.REFUSED;
  }

  private int refused(PeriodOutcome.Refused outcome) {
    context.answer(
        () ->
            Json.object(
                "period",
                outcome.name().value(),
                "state",
                null,
                "error",
                Views.error(outcome.reason())),
        () -> "period " + outcome.name() + "  refused");
    context.note("period " + outcome.name() + " refused: " + outcome.reason().message());
    return ExitCode.REFUSED;
  }

  @Command(
      name = "show",
      mixinStandardHelpOptions = true,
      description = "Show a period, as decided.")
  int show(@Parameters(paramLabel = PeriodChange.NAME, description = "of the period") String name) {
    PeriodName period = Arguments.period(name);
    return context.withStore(
        session ->
            session
                .twoPhase()
                .periods()
                .find(period)
                .<Integer>fold(
                    found -> {
                      context.answer(
                          () -> PeriodViews.json(found.period()),
                          () -> PeriodViews.text(found.period()));
                      return ExitCode.DONE;
                    },
                    absent -> {
                      throw CommandFailure.refused("NoSuchPeriod", "there is no period " + period);
                    },
                    unreadable -> {
                      throw CommandFailure.refused(unreadable(unreadable));
                    }));
  }

  private static String unreadable(PeriodLookup.Unreadable period) {
    return "period " + period.name() + " cannot be read: " + period.fault();
  }

  @Command(
      name = "list",
      mixinStandardHelpOptions = true,
      description = "List the periods in the order of their names.")
  int list() {
    List<Period> periods = new ArrayList<>();
    List<PeriodLookup.Unreadable> unreadable = new ArrayList<>();
    context.withStore(session -> read(session.twoPhase().periods(), periods, unreadable));
    context.answer(
        () ->
            Json.object(
                "periods",
                periods.stream().map(PeriodViews::json).toList(),
                "unreadable",
                unreadable.stream().map(PeriodViews::json).toList()),
        () -> table(periods));
    // nothing is left out in silence
    unreadable.forEach(period -> context.note(unreadable(period)));
    return unreadable.isEmpty() ? ExitCode.DONE : ExitCode.REFUSED;
  }

  private static boolean read(
      Periods all, List<Period> periods, List<PeriodLookup.Unreadable> unreadable) {
    List<PeriodLookup> page = all.page(Option.none());
    while (!page.isEmpty()) {
      page.forEach(
          lookup ->
              lookup
                  .<Runnable>fold(
                      found -> () -> periods.add(found.period()),
                      absent -> () -> {},
                      fault -> () -> unreadable.add(fault))
                  .run());
      page = all.page(Option.some(page.get(page.size() - 1).name()));
    }
    return unreadable.isEmpty();
  }

  private static String table(List<Period> periods) {
    Tables table = new Tables("PERIOD", "STATE", "NO NEW POSTINGS SINCE", "REASON");
    for (Period period : periods) {
      table.add(
          period.name().value(),
          Views.lower(period.state()),
          period.closedAt().map(Object::toString).getOrElse(""),
          period.reason().getOrElse(""));
    }
    return table.toString();
  }
}
