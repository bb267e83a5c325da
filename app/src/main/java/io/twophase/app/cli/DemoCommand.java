package io.twophase.app.cli;

import io.twophase.app.cli.demo.Demo;
import io.twophase.app.cli.demo.Kill;
import io.twophase.app.cli.demo.Step;
import io.twophase.app.cli.demo.Story;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

/** Shows the protocol at work. */
@Command(
    name = "demo",
    mixinStandardHelpOptions = true,
    description =
        "Show one transfer, the same killed after every single write and recovered, and a slow worker"
            + " that makes money by the tutorial's protocol and none by this one. On a server in memory of"
            + " its own: --store is not used.")
final class DemoCommand implements Callable<Integer> {

  @ParentCommand TwophaseCommand root = new TwophaseCommand();

  /** What is shown. */
  Demo demo = Demo.sound();

  @Override
  public Integer call() {
    Logging.setUp(root.verbose);
    Story story = demo.run();
    root.answer(() -> json(story), () -> DemoText.of(story));
    story.faults().forEach(root::note);
    return story.faults().isEmpty() ? ExitCode.DONE : ExitCode.REFUSED;
  }

  private static Map<String, Object> json(Story story) {
    return Json.object(
        "store", "in memory, of its own",
        "transfer", steps(story.transfer().steps()),
        "killed", story.killed().stream().map(DemoCommand::json).toList(),
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
    return steps.stream()
        .map(
            step ->
                Json.object(
                    "step", step.title(),
                    "says", step.says(),
                    "documents", step.documents()))
        .toList();
  }

  private static Map<String, Object> json(Kill kill) {
    return Json.object(
        "after", kill.after(),
        "write", kill.write(),
        "leaves", kill.leaves(),
        "left", kill.left(),
        "recovery", kill.recovery(),
        "recovered", kill.recovered(),
        "balances", kill.balances(),
        "faults", kill.faults());
  }
}
