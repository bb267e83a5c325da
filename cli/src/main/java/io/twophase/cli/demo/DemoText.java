package io.twophase.cli.demo;

import io.twophase.cli.demo.Demo.Kill;
import io.twophase.cli.demo.Demo.Story;
import io.twophase.cli.text.Lines;
import io.twophase.cli.text.ShellDocuments;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The demo for people: documents as a shell shows them, with a mark at those that have changed; or
 * in brief, only those that each write of the transfer changes.
 */
final class DemoText {

  private static final int WRITES_A_LINE = 3;

  private final StringBuilder text = new StringBuilder();
  private final ShellDocuments shown = new ShellDocuments();

  private DemoText() {}

  static final String WHERE =
      "All on a server in memory, of its own: --store is not used, and nothing is kept.";

  static String brief(Story story) {
    return new DemoText().tellBriefly(story);
  }

  static String of(Story story) {
    return new DemoText().tell(story);
  }

  private String tell(Story story) {
    line(WHERE);
    line("Amounts are as they are stored: in cents. A and B have 1,000.00 each, and a ceiling of");
    line("10,000.00, so that receivable is a number to be read. > marks what has changed.");

    heading("1. One transfer of 100.00 from A to B");
    line("A pending transaction holds, and moves nothing; one write decides; then the holds are");
    line("settled. Both holds are one command, and so are both settles; here they are sent one by");
    line("one, to see what is between them.");
    steps(story.transfer().steps());

    int writes = story.killed().size();
    heading("2. The same, killed after each of its " + writes + " writes");
    line("Each time A and B have 1,000.00 again; then nothing of the worker runs any more, and");
    line("another process recovers what it finds.");
    story.killed().forEach(kill -> kill(kill, writes));

    heading("3. A slow worker, by the protocol of MongoDB's tutorial");
    line(
        "The same accounts, as the tutorial has them, in whole units. A worker that only stalls"
            + " is");
    line("taken for dead.");
    steps(story.tutorial().steps());
    line("");
    line(
        "A and B had %d together, and now have %d: %d made from nothing, and the transaction is done."
            .formatted(
                story.tutorial().before(), story.tutorial().after(), story.tutorial().made()));

    heading("4. The same slow worker, by this protocol");
    line(
        "It is fenced off by the epoch: what it holds too late moves nothing, and it takes it"
            + " back.");
    steps(story.slow().steps());

    line("");
    text.append(closing(story, writes));
    return text.toString();
  }

  private String tellBriefly(Story story) {
    line(WHERE);
    line(
        "One transfer of 100.00 from A to B, who have 1,000.00 each. Each write, and the document");
    line("that it changes; amounts are as they are stored, in cents:");
    line("");
    for (Step step : story.transfer().steps()) {
      boolean isFirst = step.says().isEmpty();
      List<String> documents = shown.lines(step.documents());
      if (!isFirst) {
        line("  " + step.title() + ": " + step.says());
        documents.stream()
            .filter(line -> line.startsWith(ShellDocuments.CHANGED))
            .forEach(this::line);
      }
    }
    line("");
    line("The same, killed after each of its writes; another process recovers what it finds:");
    line("");
    for (Kill kill : story.killed()) {
      line(
          "  after %s: %s, %s"
              .formatted(
                  kill.write(),
                  kill.recovery().isEmpty()
                      ? "nothing to do"
                      : "recovered by " + Lines.count(kill.recovery().size(), "write"),
                  balances(kill)));
    }
    line("");
    line(
        "A worker that only stalls, by the protocol of MongoDB's tutorial: A and B had %d together,"
            .formatted(story.tutorial().before()));
    line(
        "and now have %d: %d made from nothing. By this protocol it is fenced off, and makes none."
            .formatted(story.tutorial().after(), story.tutorial().made()));
    line("All documents after every write: twophase demo --all");
    text.append(closing(story, story.killed().size()));
    return text.toString();
  }

  private static String balances(Kill kill) {
    return "balances: "
        + kill.balances().entrySet().stream()
            .map(balance -> balance.getKey() + " " + balance.getValue())
            .collect(Collectors.joining(", "))
        + "; audit: "
        + (kill.faults().isEmpty() ? "nothing found" : String.join("; ", kill.faults()));
  }

  private static String closing(Story story, int writes) {
    return "killed after each of "
        + writes
        + " writes, recovered, "
        + (story.faults().isEmpty() ? "books balance" : "books do NOT balance");
  }

  private void heading(String title) {
    line("");
    line(title);
    shown.forget();
  }

  private void steps(List<Step> steps) {
    for (Step step : steps) {
      line("");
      line("  " + step.title());
      if (!step.says().isEmpty()) {
        line("  " + step.says());
      }
      documents(step.documents());
    }
  }

  private void kill(Kill kill, int writes) {
    shown.forget();
    line("");
    line("  killed after write %d of %d, %s".formatted(kill.after(), writes, kill.write()));
    line("  left: " + kill.leaves());
    documents(kill.left());
    recovery(kill.recovery());
    documents(kill.recovered());
    line("  " + balances(kill));
  }

  private void recovery(List<String> writes) {
    if (writes.isEmpty()) {
      line("  recovery: nothing to do");
    }
    for (int from = 0; from < writes.size(); from += WRITES_A_LINE) {
      List<String> some = writes.subList(from, Math.min(writes.size(), from + WRITES_A_LINE));
      line((from == 0 ? "  recovery: " : "            ") + String.join("; ", some));
    }
  }

  private void documents(List<Map<String, Object>> documents) {
    shown.lines(documents).forEach(this::line);
  }

  private void line(String line) {
    text.append(line).append('\n');
  }
}
