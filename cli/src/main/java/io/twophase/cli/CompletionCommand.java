package io.twophase.cli;

import io.twophase.cli.context.SessionCommand;
import io.twophase.cli.text.CommandFailure;
import io.twophase.cli.text.ExitCode;
import io.twophase.cli.text.FishCompletion;
import io.twophase.cli.text.Lines;
import io.twophase.console.view.Json;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Prints what a shell needs to complete this command line. */
@Command(
    name = "completion",
    description =
        "Print the completion of this command line for a shell: source <(twophase completion bash),"
            + " the same of zsh, or twophase completion fish | source.")
final class CompletionCommand extends SessionCommand implements Callable<Integer> {

  private static final String NAME = "twophase";

  @Parameters(paramLabel = "bash|zsh|fish", description = "which shell")
  String shell = "";

  @Override
  public Integer call() {
    CommandLine line = TwophaseCommand.line();
    String script =
        switch (shell.toLowerCase(Locale.ROOT)) {
          // for zsh, the script turns on what understands bash's
          case "bash", "zsh" -> AutoComplete.bash(NAME, line);
          case "fish" -> FishCompletion.of(NAME, line);
          default ->
              throw CommandFailure.badInput(
                  "shell '" + Lines.value(shell) + "' is none of bash, zsh and fish");
        };
    context().answer(() -> Json.object("shell", shell, "script", script), script::stripTrailing);
    return ExitCode.DONE;
  }
}
