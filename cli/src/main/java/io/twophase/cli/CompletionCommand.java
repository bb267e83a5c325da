package io.twophase.cli;

import io.twophase.cli.context.SessionCommand;
import io.twophase.cli.text.CommandFailure;
import io.twophase.cli.text.Lines;
import io.twophase.console.view.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Parameters;

/** Prints what a shell needs to complete this command line. */
@Command(name = "completion")
final class CompletionCommand extends SessionCommand implements Callable<Integer> {

  private static final String NAME = "twophase";

  @Parameters(paramLabel = "bash|zsh|fish")
  String shell = "";

  @Override
  public Integer call() {
    CommandLine line = TwophaseCommand.line();
    String script =
        switch (shell.toLowerCase(Locale.ROOT)) {
          // for zsh, the script turns on what understands bash's
          case "bash", "zsh" -> AutoComplete.bash(NAME, line);
          case "fish" -> fish(line);
          default ->
              throw CommandFailure.badInput(
                  "shell '" + Lines.value(shell) + "' is none of bash, zsh and fish");
        };
    return done(Json.object("shell", shell, "script", script), script.stripTrailing());
  }

  /** The completion for fish: one line for each command and each option. */
  private static String fish(CommandLine line) {
    List<String> lines = new ArrayList<>();
    add(lines, line, List.of());
    return String.join("\n", lines) + "\n";
  }

  /** Adds the lines of a command, and of those below it. */
  private static void add(List<String> lines, CommandLine line, List<String> path) {
    List<String> children = line.getSubcommands().keySet().stream().sorted().distinct().toList();
    String here = condition(path, children);
    for (OptionSpec option : line.getCommandSpec().options()) {
      StringBuilder completed = new StringBuilder(here);
      for (String written : option.names()) {
        completed
            .append(written.startsWith("--") ? " -l " : " -s ")
            .append(written.replaceFirst("^-+", ""));
      }
      completed.append(option.arity().max() > 0 ? " -r" : "");
      lines.add(completed + described(option.description()));
    }
    new TreeMap<>(line.getSubcommands())
        .forEach(
            (child, command) -> {
              String[] does = command.getCommandSpec().usageMessage().description();
              lines.add(here + " -f -a " + child + described(does));
              add(lines, command, Stream.concat(path.stream(), Stream.of(child)).toList());
            });
  }

  /** Returns the condition that these commands are written, and none of those below. */
  private static String condition(List<String> path, List<String> children) {
    List<String> conditions = new ArrayList<>();
    path.forEach(command -> conditions.add("__fish_seen_subcommand_from " + command));
    if (!children.isEmpty()) {
      conditions.add("not __fish_seen_subcommand_from " + String.join(" ", children));
    }
    String complete = "complete -c " + NAME;
    String both = String.join("; and ", conditions);
    return conditions.isEmpty() ? complete : complete + " -n " + quoted(both);
  }

  private static String described(String... description) {
    return " -d " + quoted(description.length == 0 ? "" : description[0]);
  }

  private static String quoted(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }
}
