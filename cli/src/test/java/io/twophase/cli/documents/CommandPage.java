package io.twophase.cli.documents;

import io.twophase.cli.TwophaseCommand;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The reference of the command line, as picocli's model of the commands describes them. */
final class CommandPage {

  private final Map<String, List<String>> examples;
  private final Set<String> common;
  private final List<String> lines = new ArrayList<>();
  private final List<String> names = new ArrayList<>();

  /**
   * Writes the page of all commands.
   *
   * @param examples the lines of each command's example, by the command
   */
  CommandPage(Map<String, List<String>> examples) {
    this.examples = examples;
    CommandSpec root = TwophaseCommand.line().getCommandSpec();
    this.common = root.optionsMap().keySet();
    lines.add("## Options of every command");
    table("option", List.copyOf(root.options()));
    lines.addAll(List.of("", "## Exit codes", "", "| code | means |", "|---|---|"));
    root.usageMessage()
        .exitCodeList()
        .forEach((code, meaning) -> lines.add("| %s | %s |".formatted(code, meaning)));
    notes(root);
    commands("##", root);
  }

  String text() {
    return String.join("\n", lines);
  }

  /** The commands that do more than contain others. */
  List<String> names() {
    return List.copyOf(names);
  }

  private void commands(String heading, CommandSpec group) {
    for (CommandLine command : group.subcommands().values()) {
      CommandSpec spec = command.getCommandSpec();
      String name = spec.qualifiedName().substring(group.root().name().length() + 1);
      lines.addAll(List.of("", heading + " " + name, "", said(spec.usageMessage().description())));
      if (spec.userObject() instanceof Callable || spec.subcommands().isEmpty()) {
        command(name, spec);
      }
      notes(spec);
      example(name);
      commands(heading + "#", spec);
    }
  }

  private void command(String name, CommandSpec spec) {
    names.add(name);
    List<ArgSpec> arguments = new ArrayList<>(spec.positionalParameters());
    spec.options().stream()
        .filter(option -> !common.contains(option.longestName()))
        .forEach(arguments::add);
    lines.addAll(List.of("", "    twophase " + name + usage(arguments)));
    table("argument", arguments);
  }

  private static String usage(List<ArgSpec> arguments) {
    return arguments.stream()
        .map(
            argument ->
                (argument.required() ? " %s%s" : " [%s]%s")
                    .formatted(name(argument), argument.isMultiValue() ? "…" : ""))
        .collect(Collectors.joining());
  }

  private static String name(ArgSpec argument) {
    if (argument instanceof OptionSpec option) {
      String value = option.arity().min() > 0 ? " %s" : option.arity().max() > 0 ? " [%s]" : "";
      return String.join(", ", option.names()) + value.formatted(option.paramLabel());
    }
    return argument.paramLabel();
  }

  private void table(String column, List<? extends ArgSpec> arguments) {
    if (!arguments.isEmpty()) {
      lines.addAll(List.of("", "| " + column + " | is |", "|---|---|"));
      for (ArgSpec argument : arguments) {
        String description = said(argument.description());
        String row = "| `%s` | %s |".formatted(cell(name(argument)), cell(description));
        lines.add(row.replace("|  |", "| |"));
      }
    }
  }

  private static String cell(String text) {
    return text.replace("|", "\\|");
  }

  /** Sentences are a list; if a line is indented, then they are text of that form. */
  private void notes(CommandSpec spec) {
    List<String> notes = List.of(spec.usageMessage().footer());
    if (notes.stream().anyMatch(note -> note.startsWith(" "))) {
      lines.addAll(List.of("", "```text"));
      notes.stream().filter(note -> !note.isBlank()).forEach(lines::add);
      lines.add("```");
    } else if (!notes.isEmpty()) {
      lines.add("");
      notes.forEach(note -> lines.add("- " + said(note)));
    }
  }

  private void example(String command) {
    List<String> example = examples.get(command);
    if (example != null) {
      lines.addAll(List.of("", "```"));
      lines.addAll(example);
      lines.add("```");
    }
  }

  private static String said(String... texts) {
    return GeneratedPage.linked(String.join(" ", texts).replace("<", "&lt;"));
  }
}
