package io.twophase.cli.command;

import static io.twophase.cli.text.CommandFailure.refuse;

import io.twophase.app.statement.PeriodLookup;
import io.twophase.app.statement.PeriodOutcome;
import io.twophase.app.statement.Periods;
import io.twophase.cli.context.SessionCommand;
import io.twophase.cli.text.CommandFailure;
import io.twophase.cli.text.ExitCode;
import io.twophase.cli.text.Lines;
import io.twophase.cli.text.Tables;
import io.twophase.cli.view.Arguments;
import io.twophase.cli.view.Reused;
import io.twophase.console.view.Json;
import io.twophase.console.view.PeriodViews;
import io.twophase.console.view.Views;
import io.twophase.domain.PeriodName;
import io.twophase.domain.TransactionId;
import io.twophase.domain.account.Period;
import io.vavr.Function3;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Opens, closes and shows accounting periods. */
@Command(name = "period", addMethodSubcommands = false)
public final class PeriodCommand extends SessionCommand {

  /** The period that is to change, and why. */
  static final class Change {

    @Parameters(paramLabel = "NAME")
    String name = "";

    @Option(names = "--reason", paramLabel = "TEXT", defaultValue = "")
    String reason = "";
  }

  @Command(name = "open")
  int open(@Mixin Change change) {
    return change("open", change, Periods::open);
  }

  @Command(name = "close")
  int close(@Mixin Change change) {
    return change("close", change, Periods::close);
  }

  @Command(name = "reopen")
  int reopen(@Mixin Change change) {
    return change("reopen", change, Periods::reopen);
  }

  private int change(
      String command, Change change, Function3<Periods, PeriodName, String, PeriodOutcome> ask) {
    PeriodName period = Arguments.period(change.name);
    String said = change.reason.isEmpty() ? "" : Lines.option("--reason", change.reason);
    String again =
        context().again() + Lines.command("period " + command, List.of(period.value()), said);
    if (!command.equals("open")) {
      context().requireStore();
    }
    return withNewStore(
        () -> "interrupted; how far it is, and what is left: " + again,
        session -> {
          PeriodOutcome outcome = ask.apply(session.twoPhase().periods(), period, change.reason);
          return outcome.<Integer>fold(
              changed -> shown(changed.period()),
              waits -> stillUndecided(waits, again),
              this::refused,
              unknown ->
                  CommandFailure.unknown(
                      "period %s: %s; to resolve it: %s".formatted(period, unknown.why(), again)));
        });
  }

  private int stillUndecided(PeriodOutcome.StillUndecided outcome, String again) {
    List<String> named = outcome.undecided().stream().map(TransactionId::value).toList();
    Map<String, Object> json = PeriodViews.of(outcome.period());
    json.put("undecided", named);
    json.put("undecidedCount", outcome.count());
    String why =
        ("period %s takes no new postings, and is not closed yet: %s begun in it not decided"
                + " (%s%s); capture or void what is authorized, and then: %s")
            .formatted(
                outcome.name(),
                Lines.count(outcome.count(), "posting"),
                named.stream().limit(10).collect(Collectors.joining(", ")),
                outcome.count() > 10 ? ", …" : "",
                again);
    json.put("error", CommandFailure.json(ExitCode.REFUSED, "StillUndecided", why));
    return refused(json, text(outcome.period()), why);
  }

  private int refused(PeriodOutcome.Refused outcome) {
    return refused(
        Json.object("period", outcome.name(), "error", Reused.error(outcome.reason())),
        "period " + outcome.name() + "  refused",
        "period %s refused: %s".formatted(outcome.name(), outcome.reason().message()));
  }

  @Command(name = "show")
  int show(@Parameters(paramLabel = "NAME") String name) {
    PeriodName period = Arguments.period(name);
    return withStore(
        session -> {
          PeriodLookup lookup = session.twoPhase().periods().find(period);
          return lookup.<Integer>fold(
              found -> shown(found.period()),
              absent -> refuse("NoSuchPeriod", "there is no period " + period),
              fault -> refuse(unreadable(fault)));
        });
  }

  private int shown(Period period) {
    return done(PeriodViews.of(period), text(period));
  }

  private static String unreadable(PeriodLookup.Unreadable period) {
    return Views.unreadable("period", period.name(), period.fault());
  }

  @Command(name = "list")
  int list() {
    List<PeriodLookup> all = withStore(session -> PeriodViews.all(session.twoPhase().periods()));
    Tables table = new Tables("PERIOD", "STATE", "NO NEW POSTINGS SINCE", "REASON");
    those(PeriodLookup.Found.class, all)
        .map(found -> PeriodViews.of(found.period()))
        .forEach(period -> table.row(period, "period", "state", "closedAt", "reason"));
    done(PeriodViews.json(all), table.toString());
    // nothing is left out in silence
    return noted(those(PeriodLookup.Unreadable.class, all).map(PeriodCommand::unreadable).toList());
  }

  /** In one line: its name, its state, and what else is known. */
  private static String text(Period period) {
    return Lines.visible(
        "period %s  %s%s%s"
            .formatted(
                period.name(),
                Json.lower(period.state()),
                period.closedAt().map(at -> "  no new postings since " + at).orElse(""),
                period.reason().map(why -> "  " + why).orElse("")));
  }
}
