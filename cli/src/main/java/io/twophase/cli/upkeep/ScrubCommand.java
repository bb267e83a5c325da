package io.twophase.cli.upkeep;

import io.twophase.app.recovery.LeftAlone;
import io.twophase.app.recovery.Orphan;
import io.twophase.cli.context.SessionCommand;
import io.twophase.cli.text.ExitCode;
import io.twophase.cli.text.Lines;
import io.twophase.console.view.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** Releases proven orphans. */
@Command(
    name = "scrub",
    description = "Release holds of which it is proven that nobody will settle them.")
public final class ScrubCommand extends SessionCommand implements Callable<Integer> {

  @Override
  public Integer call() {
    List<Orphan> orphans = new ArrayList<>();
    List<LeftAlone> leftAlone = new ArrayList<>();
    withStore(
        () ->
            "interrupted; %s seen to, which stays; for the others: the same command again"
                .formatted(Lines.count(orphans.size(), "orphan")),
        session -> {
          session.twoPhase().scrub().run(orphans::add, leftAlone::add);
          return orphans;
        });
    List<LeftAloneView> views = leftAlone.stream().map(LeftAloneView::of).toList();
    views.forEach(one -> note(one.text()));
    long unreadable =
        count(leftAlone, LeftAlone.Unreadable.class)
            + count(leftAlone, LeftAlone.UnreadableCollection.class);
    int unreleased =
        leftAlone.stream()
            .mapToInt(
                one ->
                    one instanceof LeftAlone.UnwritableCollection collection
                        ? collection.held().size()
                        : 0)
            .sum();
    Map<String, Object> json =
        Json.object("orphans", orphans.stream().map(OrphanView::json).toList());
    json.putAll(LeftAloneView.lists(views));
    done(json, text(orphans, unreadable, unreleased));
    boolean inDoubt =
        orphans.stream().anyMatch(orphan -> orphan.outcome() == Orphan.Outcome.IN_DOUBT);
    boolean allSeenTo = unreadable + count(leftAlone, LeftAlone.Unsettled.class) == 0;
    return ExitCode.first(
        inDoubt ? ExitCode.UNKNOWN : allSeenTo ? ExitCode.DONE : ExitCode.REFUSED,
        unreleased == 0 ? ExitCode.DONE : ExitCode.STORE_REFUSED);
  }

  private static long count(List<LeftAlone> all, Class<? extends LeftAlone> kind) {
    return all.stream().filter(kind::isInstance).count();
  }

  private static String text(List<Orphan> orphans, long unreadable, int unreleased) {
    if (!orphans.isEmpty()) {
      return String.join("\n", orphans.stream().map(OrphanView::text).toList());
    }
    if (unreleased > 0) {
      return "none of " + Lines.count(unreleased, "orphan") + " could be released";
    }
    return unreadable == 0
        ? "no orphans"
        : "no orphans among what could be read; %s could not"
            .formatted(Lines.count(unreadable, "document"));
  }
}
