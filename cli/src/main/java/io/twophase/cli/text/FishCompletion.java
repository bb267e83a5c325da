package io.twophase.cli.text;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** The completion of a command line for fish: one line for each command and each option. */
public final class FishCompletion {

  private final String name;
  private final List<String> lines = new ArrayList<>();

  private FishCompletion(String name) {
    this.name = name;
  }

  public static String of(String name, CommandLine line) {
    FishCompletion completion = new FishCompletion(name);
    completion.add(line, List.of());
    return String.join("\n", completion.lines) + "\n";
  }

  private void add(CommandLine line, List<String> path) {
    List<String> children = line.getSubcommands().keySet().stream().sorted().distinct().toList();
    String here = condition(path, children);
    for (OptionSpec option : line.getCommandSpec().options()) {
      StringBuilder completed = new StringBuilder(here);
      for (String written : option.names()) {
        completed
            .append(written.startsWith("--") ? " -l " : " -s ")
            .append(written.replaceFirst("^-+", ""));
      }
      lines.add(
          completed
              + (option.arity().max() > 0 ? " -r" : "")
              + " -d "
              + quoted(first(option.description())));
    }
    new TreeMap<>(line.getSubcommands())
        .forEach(
            (child, command) -> {
              lines.add(
                  here
                      + " -f -a "
                      + child
                      + " -d "
                      + quoted(first(command.getCommandSpec().usageMessage().description())));
              List<String> below = new ArrayList<>(path);
              below.add(child);
              add(command, below);
            });
  }

  /** Returns the condition that these commands are written, and none of those below. */
  private String condition(List<String> path, List<String> children) {
    List<String> conditions = new ArrayList<>();
    path.forEach(command -> conditions.add("__fish_seen_subcommand_from " + command));
    if (!children.isEmpty()) {
      conditions.add("not __fish_seen_subcommand_from " + String.join(" ", children));
    }
    String complete = "complete -c " + name;
    return conditions.isEmpty()
        ? complete
        : complete + " -n " + quoted(String.join("; and ", conditions));
  }

  private static String first(String... description) {
    return description.length == 0
        ? ""
        : description[0].replace("${DEFAULT-VALUE}", "as --help says");
  }

  private static String quoted(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }
}
