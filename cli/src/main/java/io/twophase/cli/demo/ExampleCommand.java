package io.twophase.cli.demo;

import io.twophase.cli.context.SessionCommand;
import io.twophase.cli.text.ExitCode;
import io.twophase.cli.text.ShellDocuments;
import io.twophase.console.view.Json;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine.Command;

/** Shows transactions over any documents at work. */
@Command(
    name = "example",
    addMethodSubcommands = false,
    description = "Run an example, step by step.")
public final class ExampleCommand extends SessionCommand {

  /** The story that is shown. */
  Supplier<OrderExample.Story> example = () -> OrderExample.play(real -> real);

  @Command(
      name = "order",
      description =
          "An order: create it, pay it, have it refused, cancel it half way, die at every write and"
              + " recover. On a server in memory of its own: --store is not used.")
  int order() {
    OrderExample.Story story = example.get();
    context().answer(() -> json(story), () -> text(story));
    story.faults().forEach(this::note);
    return story.faults().isEmpty() ? ExitCode.DONE : ExitCode.REFUSED;
  }

  private static Map<String, Object> json(OrderExample.Story story) {
    return Json.object(
        "store", "in memory, of its own",
        "scenes",
            story.scenes().stream()
                .map(
                    scene ->
                        Json.object(
                            "scene", scene.title(),
                            "says", scene.says(),
                            "steps", scene.steps().stream().map(Step::json).toList()))
                .toList(),
        "writes", story.writes(),
        "faults", story.faults());
  }

  private static String text(OrderExample.Story story) {
    StringBuilder text = new StringBuilder();
    text.append(DemoText.WHERE)
        .append(
            "\nAmounts of accounts are as they are stored: in cents. > marks what has changed.\n");
    int number = 1;
    ShellDocuments shown = new ShellDocuments();
    for (OrderExample.Scene scene : story.scenes()) {
      text.append("\n%d. %s\n%s\n".formatted(number++, scene.title(), scene.says()));
      for (Step step : scene.steps()) {
        text.append("\n  ").append(step.title()).append("\n  ").append(step.says()).append('\n');
        if (step.fresh()) {
          shown.forget();
        }
        shown.lines(step.documents()).forEach(line -> text.append(line).append('\n'));
      }
    }
    return text.append("\npaid once, refused twice, canceled once, killed after each of ")
        .append(story.writes())
        .append(" writes and recovered: ")
        .append(verdict(story.faults()))
        .toString();
  }

  private static String verdict(List<String> faults) {
    return faults.isEmpty()
        ? "each time all of it happened or nothing did"
        : "NOT each time all or nothing";
  }
}
