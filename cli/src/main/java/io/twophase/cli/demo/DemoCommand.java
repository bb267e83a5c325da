package io.twophase.cli.demo;

import io.twophase.cli.context.SessionCommand;
import io.twophase.cli.demo.Demo.Story;
import io.twophase.cli.text.ExitCode;
import io.twophase.console.view.Json;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Shows the protocol at work. */
@Command(
    name = "demo",
    description =
        "Show one transfer write by write, the same killed after every single write and recovered,"
            + " and a slow worker that makes money by the tutorial's protocol and none by this one."
            + " On a server in memory of its own: --store is not used.")
public final class DemoCommand extends SessionCommand implements Callable<Integer> {

  @Option(names = "--all", description = "all documents after every write, of all that is shown")
  boolean all;

  /** What is shown. */
  Demo demo = new Demo(real -> real);

  @Override
  public Integer call() {
    Story story = demo.run();
    context().answer(() -> json(story), () -> all ? DemoText.of(story) : DemoText.brief(story));
    story.faults().forEach(this::note);
    return story.faults().isEmpty() ? ExitCode.DONE : ExitCode.REFUSED;
  }

  private static Map<String, Object> json(Story story) {
    return Json.object(
        "store", "in memory, of its own",
        "transfer", steps(story.transfer().steps()),
        "killed", story.killed().stream().map(Json::components).toList(),
        "tutorial",
            Json.object(
                "steps", steps(story.tutorial().steps()),
                "before", story.tutorial().before(),
                "after", story.tutorial().after(),
                "made", story.tutorial().made()),
        "slow", steps(story.slow().steps()),
        "writes", story.killed().size(),
        "faults", story.faults(),
        "balanced", story.faults().isEmpty());
  }

  private static List<Map<String, Object>> steps(List<Step> steps) {
    return steps.stream().map(Step::json).toList();
  }
}
