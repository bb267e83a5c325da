package io.twophase.cli.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What one document shows of the command line. A line {@code $ command} is followed by all that the
 * command writes, where {@code …} stands for what differs: in a line for any text, alone in a line
 * for any lines. A command that fails is followed by {@code $ echo $?}. A line {@code ./twophase …}
 * without the prompt is run, and what it writes is not shown.
 *
 * @param commands in their order
 */
record Session(List<Command> commands) {

  private static final String PROMPT = "$ ";

  /**
   * A command that is shown.
   *
   * @param line as it is shown
   * @param output what it is said to write; nothing if that is not shown
   */
  record Command(String line, List<String> output, boolean isOutputShown) {}

  static Session of(Markdown document) {
    List<Command> commands = new ArrayList<>();
    for (Markdown.Block block : document.blocks()) {
      List<String> output = new ArrayList<>();
      boolean inSession = false;
      for (String line : block.lines()) {
        if (line.startsWith(PROMPT)) {
          inSession = true;
          output = new ArrayList<>();
          commands.add(new Command(line.substring(PROMPT.length()), output, true));
        } else if (inSession) {
          output.add(line);
        } else if (line.matches("(\\w+=\\S+ )*\\./(twophase|mvnw) .*")) {
          String command = line.replaceFirst("\\s+#.*", "");
          commands.add(new Command(command, List.of(), false));
        }
      }
    }
    return new Session(commands);
  }

  /** Runs them, and compares what is shown. */
  void runIn(Shell shell) throws IOException {
    for (int at = 0; at < commands.size(); at++) {
      Command command = commands.get(at);
      String written = shell.run(command.line());
      if (command.isOutputShown()) {
        assertThat(written).as(command.line()).matches(pattern(command.output()));
      }
      boolean isCodeShown =
          at + 1 < commands.size() && commands.get(at + 1).line().equals("echo $?");
      if (!isCodeShown) {
        assertThat(shell.takeExitCode())
            .as("exit code of %s, which wrote %s", command.line(), written)
            .isZero();
      }
    }
  }

  private static Pattern pattern(List<String> lines) {
    return Pattern.compile(
        lines.stream()
            .map(
                line ->
                    line.equals("…")
                        ? "(?:.*\\n)*"
                        : Pattern.quote(line.stripTrailing()).replace("…", "\\E.*\\Q") + "[ ]*\\n")
            .collect(Collectors.joining()));
  }
}
