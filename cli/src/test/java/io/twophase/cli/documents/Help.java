package io.twophase.cli.documents;

import io.twophase.cli.TwophaseCommand;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;

/**
 * What the command line says of itself.
 *
 * @param commands each with those that it belongs to, such as {@code account open}
 * @param options of all of them
 */
record Help(Set<String> commands, Set<String> options) {

  private static final Pattern COMMAND = Pattern.compile("^  ([a-z]+)(  .*)?$");
  private static final Pattern OPTION = Pattern.compile("^ +(?:-\\w, )?(--[a-z][a-z-]*).*$");

  static Help whole() {
    Help help = new Help(new TreeSet<>(), new TreeSet<>());
    help.add("", TwophaseCommand.line());
    return help;
  }

  private void add(String command, CommandLine said) {
    boolean inCommands = false;
    for (String line : said.getUsageMessage().lines().toList()) {
      Matcher option = OPTION.matcher(line);
      Matcher below = COMMAND.matcher(line);
      if (line.equals("Commands:")) {
        inCommands = true;
      } else if (!line.startsWith(" ")) {
        inCommands = false;
      } else if (inCommands && below.matches()) {
        String whole = (command + " " + below.group(1)).strip();
        commands.add(whole);
        add(whole, said.getSubcommands().get(below.group(1)));
      } else if (!inCommands && option.matches()) {
        options.add(option.group(1));
      }
    }
  }
}
