package io.twophase.cli.demo;

import io.twophase.cli.demo.Demo.Kill;
import io.twophase.cli.demo.Demo.Story;
import io.twophase.cli.demo.ExampleCommand.OrderExample;
import io.twophase.cli.demo.Stage.Step;
import io.twophase.cli.text.Lines;
import io.twophase.cli.text.Templates;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The demo and the example for people, by templates: documents as a shell shows them, with a mark
 * at those that have changed; or in brief, only those that each write of the transfer changes.
 */
final class DemoText {

  private static final int WRITES_A_LINE = 3;

  private DemoText() {}

  /** A step, its documents as lines, and the lines of those that it has changed. */
  private record Shown(Step step, List<String> lines, List<String> changed) {

    static Shown of(Step step, List<String> lines) {
      return new Shown(
          step,
          lines,
          lines.stream().filter(line -> line.startsWith(ShellDocuments.CHANGED)).toList());
    }
  }

  /** The demo with all documents after every write, or in brief. */
  static String of(Story story, boolean all) {
    return Templates.text(
        DemoText.class,
        all ? "all" : "brief",
        Map.of(
            "story",
            story,
            "transfer",
            shown(story.transfer(), new ShellDocuments()),
            "killed",
            story.killed().stream().map(DemoText::shown).toList(),
            "tutorial",
            shown(story.tutorial().steps(), new ShellDocuments()),
            "slow",
            shown(story.slow(), new ShellDocuments())));
  }

  /** The example of an order. */
  static String of(OrderExample.Story story) {
    ShellDocuments documents = new ShellDocuments();
    return Templates.text(
        DemoText.class,
        "order",
        Map.of(
            "story",
            story,
            "scenes",
            story.scenes().stream()
                .map(scene -> Map.of("scene", scene, "steps", shown(scene.steps(), documents)))
                .toList()));
  }

  private static List<Shown> shown(List<Step> steps, ShellDocuments documents) {
    List<Shown> shown = new ArrayList<>();
    for (Step step : steps) {
      if (step.fresh()) {
        documents.forget();
      }
      shown.add(Shown.of(step, documents.lines(step.documents())));
    }
    return shown;
  }

  private static Map<String, Object> shown(Kill kill) {
    ShellDocuments documents = new ShellDocuments();
    List<String> writes = kill.recovery();
    List<String> recovery = new ArrayList<>();
    for (int from = 0; from < writes.size(); from += WRITES_A_LINE) {
      recovery.add(
          String.join("; ", writes.subList(from, Math.min(writes.size(), from + WRITES_A_LINE))));
    }
    String balances =
        kill.balances().entrySet().stream()
            .map(balance -> balance.getKey() + " " + balance.getValue())
            .collect(Collectors.joining(", "));
    return Map.of(
        "kill",
        kill,
        "left",
        documents.lines(kill.left()),
        "recovery",
        recovery,
        "by",
        writes.isEmpty() ? "nothing to do" : "recovered by " + Lines.count(writes.size(), "write"),
        "recovered",
        documents.lines(kill.recovered()),
        "balances",
        balances,
        "audit",
        kill.faults().isEmpty() ? "nothing found" : String.join("; ", kill.faults()));
  }

  /**
   * Documents as a shell shows them, with a mark at those that have changed since the last time.
   */
  private static final class ShellDocuments {

    /** The beginning of a line at which the document has changed. */
    static final String CHANGED = "    > ";

    private final Set<Map<String, Object>> shown = new HashSet<>();

    /** The text shows each document on a line. */
    List<String> lines(List<Map<String, Object>> documents) {
      boolean first = shown.isEmpty();
      List<String> lines = new ArrayList<>();
      for (Map<String, Object> document : documents) {
        lines.add((first || shown.contains(document) ? "      " : CHANGED) + shell(document));
      }
      shown.clear();
      shown.addAll(documents);
      return lines;
    }

    /** Forgets all that was shown: the next is shown for the first time. */
    void forget() {
      shown.clear();
    }

    /** A value as MongoDB's shell writes it. */
    private static String shell(Object value) {
      if (value instanceof Map<?, ?> map) {
        return map.entrySet().stream()
            .map(field -> field.getKey() + ": " + shell(field.getValue()))
            .collect(Collectors.joining(", ", "{ ", " }"));
      } else if (value instanceof List<?> list) {
        return list.isEmpty()
            ? "[]"
            : list.stream()
                .map(ShellDocuments::shell)
                .collect(Collectors.joining(", ", "[ ", " ]"));
      }
      return value instanceof String ? "\"" + value + "\"" : String.valueOf(value);
    }
  }
}
