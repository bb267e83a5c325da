package io.twophase.cli.demo;

import io.twophase.cli.demo.Demo.Kill;
import io.twophase.cli.demo.Demo.Story;
import io.twophase.cli.demo.ExampleCommand.OrderExample;
import io.twophase.cli.demo.Stage.Step;
import io.twophase.cli.text.Lines;
import io.twophase.cli.text.ShellDocuments;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The demo and the example for people: documents as a shell shows them, with a mark at those that
 * have changed; or in brief, only those that each write of the transfer changes.
 */
final class DemoText {

  private static final int WRITES_A_LINE = 3;
  private static final String WHERE =
      "All on a server in memory, of its own: --store is not used, and nothing is kept.\n";

  private final StringBuilder text = new StringBuilder(WHERE);
  private final ShellDocuments shown = new ShellDocuments();

  private DemoText() {}

  static String of(Story story) {
    return new DemoText().tell(story);
  }

  static String brief(Story story) {
    return new DemoText().tellBriefly(story);
  }

  static String of(OrderExample.Story story) {
    return new DemoText().tell(story);
  }

  private String tell(Story story) {
    int writes = story.killed().size();
    part(
        """
        Amounts are as they are stored: in cents. A and B have 1,000.00 each, and a ceiling of
        10,000.00, so that receivable is a number to be read. > marks what has changed.

        1. One transfer of 100.00 from A to B
        A pending transaction holds, and moves nothing; one write decides; then the holds are
        settled. Both holds are one command, and so are both settles; here they are sent one by
        one, to see what is between them.
        """);
    steps(story.transfer());
    part(
        """

        2. The same, killed after each of its %s writes
        Each time A and B have 1,000.00 again; then nothing of the worker runs any more, and
        another process recovers what it finds.
        """
            .formatted(writes));
    story.killed().forEach(kill -> kill(kill, writes));
    part(
        """

        3. A slow worker, by the protocol of MongoDB's tutorial
        The same accounts, as the tutorial has them, in whole units. A worker that only stalls is
        taken for dead.
        """);
    steps(story.tutorial().steps());
    part(
        """

        A and B had %s together, and now have %s: %s made from nothing, and the transaction is done.

        4. The same slow worker, by this protocol
        It is fenced off by the epoch: what it holds too late moves nothing, and it takes it back.
        """
            .formatted(
                story.tutorial().before(), story.tutorial().after(), story.tutorial().made()));
    steps(story.slow());
    return text + "\n" + closing(story);
  }

  private String tellBriefly(Story story) {
    part(
        """
        One transfer of 100.00 from A to B, who have 1,000.00 each. Each write, and the document
        that it changes; amounts are as they are stored, in cents:

        """);
    for (Step step : story.transfer()) {
      List<String> documents = shown.lines(step.documents());
      if (!step.says().isEmpty()) {
        line("  " + step.step() + ": " + step.says());
        documents.stream()
            .filter(line -> line.startsWith(ShellDocuments.CHANGED))
            .forEach(this::line);
      }
    }
    part(
        """

        The same, killed after each of its writes; another process recovers what it finds:

        """);
    for (Kill kill : story.killed()) {
      int writes = kill.recovery().size();
      String recovery =
          writes == 0 ? "nothing to do" : "recovered by " + Lines.count(writes, "write");
      line("  after %s: %s, %s".formatted(kill.write(), recovery, balances(kill)));
    }
    part(
        """

        A worker that only stalls, by the protocol of MongoDB's tutorial: A and B had %s together,
        and now have %s: %s made from nothing. By this protocol it is fenced off, and makes none.
        All documents after every write: twophase demo --all
        """
            .formatted(
                story.tutorial().before(), story.tutorial().after(), story.tutorial().made()));
    return text + closing(story);
  }

  private String tell(OrderExample.Story story) {
    line("Amounts of accounts are as they are stored: in cents. > marks what has changed.");
    int number = 1;
    for (OrderExample.Scene scene : story.scenes()) {
      line("\n%s. %s\n%s".formatted(number++, scene.scene(), scene.says()));
      steps(scene.steps());
    }
    return text
        + "\npaid once, refused twice, canceled once, killed after each of %s writes and recovered: "
            .formatted(story.writes())
        + (story.faults().isEmpty()
            ? "each time all of it happened or nothing did"
            : "NOT each time all or nothing");
  }

  private static String balances(Kill kill) {
    return "balances: "
        + kill.balances().entrySet().stream()
            .map(balance -> balance.getKey() + " " + balance.getValue())
            .collect(Collectors.joining(", "))
        + "; audit: "
        + (kill.faults().isEmpty() ? "nothing found" : String.join("; ", kill.faults()));
  }

  private static String closing(Story story) {
    return "killed after each of %s writes, recovered, books %sbalance"
        .formatted(story.killed().size(), story.faults().isEmpty() ? "" : "do NOT ");
  }

  private void steps(List<Step> steps) {
    for (Step step : steps) {
      if (step.fresh()) {
        shown.forget();
      }
      line("\n  " + step.step());
      if (!step.says().isEmpty()) {
        line("  " + step.says());
      }
      documents(step.documents());
    }
  }

  private void kill(Kill kill, int writes) {
    shown.forget();
    line("\n  killed after write %s of %s, %s".formatted(kill.after(), writes, kill.write()));
    line("  left: " + kill.leaves());
    documents(kill.left());
    List<String> recovery = kill.recovery();
    if (recovery.isEmpty()) {
      line("  recovery: nothing to do");
    }
    for (int from = 0; from < recovery.size(); from += WRITES_A_LINE) {
      List<String> some = recovery.subList(from, Math.min(recovery.size(), from + WRITES_A_LINE));
      line((from == 0 ? "  recovery: " : "            ") + String.join("; ", some));
    }
    documents(kill.recovered());
    line("  " + balances(kill));
  }

  private void documents(List<Map<String, Object>> documents) {
    shown.lines(documents).forEach(this::line);
  }

  /** Begins a part, in which no document has changed yet. */
  private void part(String lines) {
    text.append(lines);
    shown.forget();
  }

  private void line(String line) {
    text.append(line).append('\n');
  }
}
