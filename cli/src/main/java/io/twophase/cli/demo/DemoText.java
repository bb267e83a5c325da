package io.twophase.cli.demo;

import com.samskivert.mustache.Mustache;
import io.twophase.cli.demo.Demo.Kill;
import io.twophase.cli.demo.Demo.Story;
import io.twophase.cli.demo.ExampleCommand.OrderExample;
import io.twophase.cli.demo.Stage.Step;
import io.twophase.cli.text.Lines;
import io.twophase.cli.text.ShellDocuments;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * The demo and the example for people, by templates: documents as a shell shows them, with a mark
 * at those that have changed; or in brief, only those that each write of the transfer changes.
 */
final class DemoText {

  private static final int WRITES_A_LINE = 3;
  private static final Mustache.Compiler TEMPLATES =
      Mustache.compiler().escapeHTML(false).emptyStringIsFalse(true).withLoader(DemoText::template);

  private DemoText() {}

  private static Reader template(String name) {
    String file = name + ".mustache";
    return new InputStreamReader(
        Objects.requireNonNull(DemoText.class.getResourceAsStream(file), file),
        StandardCharsets.UTF_8);
  }

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
    return rendered(
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
    return rendered(
        "order",
        Map.of(
            "story",
            story,
            "scenes",
            story.scenes().stream()
                .map(scene -> Map.of("scene", scene, "steps", shown(scene.steps(), documents)))
                .toList()));
  }

  private static String rendered(String template, Map<String, Object> model) {
    return TEMPLATES.loadTemplate(template).execute(model).stripTrailing();
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
}
