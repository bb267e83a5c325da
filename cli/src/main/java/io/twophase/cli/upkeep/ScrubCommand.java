package io.twophase.cli.upkeep;

import io.twophase.app.recovery.LeftAlone;
import io.twophase.app.recovery.Orphan;
import io.twophase.cli.context.CommandContext;
import io.twophase.cli.failure.ExitCode;
import io.twophase.cli.text.Json;
import io.twophase.cli.text.Lines;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** Releases proven orphans. */
@Command(
    name = "scrub",
    mixinStandardHelpOptions = true,
    description = "Release holds of which it is proven that nobody will settle them.")
public final class ScrubCommand implements Callable<Integer> {

  private final CommandContext context;

  /** Made by the command line, which gives the context. */
  public ScrubCommand(CommandContext context) {
    this.context = context;
  }

  @Override
  public Integer call() {
    List<Orphan> orphans = new ArrayList<>();
    List<LeftAlone> leftAlone = new ArrayList<>();
    context.withStore(
        () ->
            "interrupted; "
                + Lines.count(orphans.size(), "orphan")
                + " seen to, which stays; for the others: the same command again",
        session -> {
          session.twoPhase().scrub().run(orphans::add, leftAlone::add);
          return orphans;
        });
    leftAlone.forEach(one -> context.note(LeftAloneText.of(one)));
    List<LeftAlone> unreadable = LeftAloneText.unreadable(leftAlone);
    int unreleased = LeftAloneText.unreleased(leftAlone);
    context.answer(
        () -> json(orphans, leftAlone), () -> text(orphans, unreadable.size(), unreleased));
    boolean inDoubt =
        orphans.stream().anyMatch(orphan -> orphan.outcome() == Orphan.Outcome.IN_DOUBT);
    boolean allSeenTo =
        unreadable.isEmpty() && leftAlone.stream().noneMatch(LeftAloneText::isUnsettled);
    return ExitCode.first(
        inDoubt ? ExitCode.UNKNOWN : allSeenTo ? ExitCode.DONE : ExitCode.REFUSED,
        unreleased == 0 ? ExitCode.DONE : ExitCode.STORE_REFUSED);
  }

  private static Map<String, Object> json(List<Orphan> orphans, List<LeftAlone> leftAlone) {
    Map<String, Object> json =
        Json.object("orphans", orphans.stream().map(OrphanView::json).toList());
    json.putAll(LeftAloneJson.of(leftAlone));
    return json;
  }

  private static String text(List<Orphan> orphans, int unreadable, int unreleased) {
    if (!orphans.isEmpty()) {
      return String.join("\n", orphans.stream().map(OrphanView::text).toList());
    }
    if (unreleased > 0) {
      return "none of " + Lines.count(unreleased, "orphan") + " could be released";
    }
    return unreadable == 0
        ? "no orphans"
        : "no orphans among what could be read; "
            + Lines.count(unreadable, "document")
            + " could not";
  }
}
