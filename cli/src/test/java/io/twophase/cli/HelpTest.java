package io.twophase.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.twophase.cli.testing.CommandRun;
import io.twophase.cli.text.Converters;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** Every command answers --help, whole; and shells complete them. */
class HelpTest {

  /** All commands with all their options: to read them takes a while. */
  private static final CommandLine ALL = TwophaseCommand.line();

  @TempDir Path folder;

  static Stream<List<String>> commands() {
    List<List<String>> all = new ArrayList<>();
    collect(ALL, List.of(), all);
    return all.stream();
  }

  private static void collect(CommandLine line, List<String> path, List<List<String>> all) {
    all.add(path);
    line.getSubcommands()
        .forEach(
            (name, command) -> {
              List<String> below = new ArrayList<>(path);
              below.add(name);
              collect(command, below, all);
            });
  }

  @Test
  void helpAmongOtherFlagsIsHelp() {
    String help = ALL.getSubcommands().get("transfer").getUsageMessage();

    assertThat(CommandRun.command("transfer", "-hV").out()).isEqualTo(help);
    assertThat(CommandRun.command("transfer", "-h").out()).isEqualTo(help);
  }

  @ParameterizedTest
  @MethodSource("commands")
  void everyCommandAnswersHelpWithEachEntryWhole(List<String> path) {
    List<String> arguments = new ArrayList<>(path);
    arguments.add("--help");

    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    Converters.register(ALL);
    ALL.setOut(new PrintWriter(out)).setErr(new PrintWriter(err));

    assertThat(ALL.execute(arguments.toArray(String[]::new))).as(err.toString()).isZero();
    assertThat(err.toString()).isEmpty();
    assertThat(out.toString()).startsWith("Usage: " + String.join(" ", all("twophase", path)));
    CommandLine line = ALL;
    for (String name : path) {
      line = line.getSubcommands().get(name);
    }
    String flat = flat(out.toString());
    for (CommandLine child : line.getSubcommands().values()) {
      for (String text : child.getCommandSpec().usageMessage().description()) {
        assertThat(flat).contains(flat(text));
      }
    }
    assertThat(line.getCommandSpec().usageMessage().description()).isNotEmpty();
    // what is said of an option is said of each
    line.getCommandSpec()
        .options()
        .forEach(
            option ->
                assertThat(option.description())
                    .as(option.longestName())
                    .isNotEmpty()
                    .anyMatch(it -> isFlag(option) || it.contains(option.fallbackValue()))
                    .anyMatch(it -> isAbsent(option.defaultValue()) || it.contains("(default: ")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"bash", "zsh", "fish"})
  void shellsCompleteEveryCommand(String shell) throws Exception {
    CommandRun completion = CommandRun.command("completion", shell);

    assertThat(completion.exitCode()).isZero();
    assertThat(completion.out())
        .contains("import", "freeze", "transfers", "authorize", "overdue", "twophase");
    assertThat(syntax(shell, completion.out())).isZero();
  }

  private int syntax(String shell, String script) throws IOException, InterruptedException {
    Path there = Path.of("/bin", shell);
    assumeTrue(Files.isExecutable(there), "there is no " + there + " here");
    Path file = Files.writeString(folder.resolve("script"), script, StandardCharsets.UTF_8);
    Process process = new ProcessBuilder(there.toString(), "-n", file.toString()).start();
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    return process.exitValue();
  }

  private static List<String> all(String first, List<String> rest) {
    List<String> all = new ArrayList<>(List.of(first));
    all.addAll(rest);
    return all;
  }

  /** The value that a flag has is no word of a command line. */
  private static boolean isFlag(OptionSpec option) {
    return option.arity().max() == 0;
  }

  private static boolean isAbsent(@Nullable String value) {
    return value == null || value.isEmpty();
  }

  private static String flat(String text) {
    return text.replaceAll("\\s+", "");
  }
}
