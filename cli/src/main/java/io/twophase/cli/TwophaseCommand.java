package io.twophase.cli;

import io.twophase.cli.command.AccountCommand;
import io.twophase.cli.command.AdoptCommand;
import io.twophase.cli.command.AuditCommand;
import io.twophase.cli.command.AuthorizeCommand;
import io.twophase.cli.command.BenchCommand;
import io.twophase.cli.command.CaptureCommand;
import io.twophase.cli.command.ConsoleCommand;
import io.twophase.cli.command.DecisionCommand;
import io.twophase.cli.command.DocCommand;
import io.twophase.cli.command.EventsCommand;
import io.twophase.cli.command.PeriodCommand;
import io.twophase.cli.command.ProofCommand;
import io.twophase.cli.command.RecoverCommand;
import io.twophase.cli.command.ScrubCommand;
import io.twophase.cli.command.ServerCommand;
import io.twophase.cli.command.StatementCommand;
import io.twophase.cli.command.StoreCommand;
import io.twophase.cli.command.TransferCommand;
import io.twophase.cli.command.TxCommand;
import io.twophase.cli.context.CommandContext;
import io.twophase.cli.demo.DemoCommand;
import io.twophase.cli.demo.ExampleCommand;
import io.twophase.cli.imports.ImportCommand;
import io.twophase.cli.imports.RunCommand;
import java.lang.reflect.AnnotatedElement;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.ResourceBundle;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;

/** The root of the command line: its commands, and the options that all of them have. */
@Command(name = "twophase", synopsisSubcommandLabel = "COMMAND")
public final class TwophaseCommand {

  private static final List<Class<?>> COMMANDS =
      List.of(
          AccountCommand.class,
          StatementCommand.class,
          TransferCommand.class,
          AuthorizeCommand.class,
          DecisionCommand.ApproveCommand.class,
          CaptureCommand.class,
          DecisionCommand.VoidCommand.class,
          RunCommand.class,
          ImportCommand.class,
          PeriodCommand.class,
          TxCommand.class,
          EventsCommand.class,
          ProofCommand.class,
          DocCommand.class,
          DecisionCommand.CancelCommand.class,
          DecisionCommand.ReverseCommand.class,
          RecoverCommand.class,
          AuditCommand.class,
          ConsoleCommand.class,
          ScrubCommand.class,
          AdoptCommand.class,
          ServerCommand.class,
          StoreCommand.class,
          DemoCommand.class,
          ExampleCommand.class,
          BenchCommand.class,
          CompletionCommand.class);

  /** The words of help, by command and option: only help itself takes the time to read them. */
  private static final String WORDS = "io.twophase.cli.help";

  /** The parser reads and fills it. */
  @Mixin
  @SuppressWarnings("UnusedVariable")
  private final CommandContext context;

  public TwophaseCommand(CommandContext context) {
    this.context = context;
  }

  /**
   * The command line of one run of the program. It has the commands whose names are among the
   * arguments, and of a group the command that follows the group's name, for picocli takes longer
   * to read the options of all than most commands take, most of all those of methods. If none is
   * named, or a list of them may be asked for, then it has all, and the words of their help.
   */
  public static CommandLine line(CommandContext context, String... args) {
    List<String> words = Arrays.asList(args);
    CommandLine line = new CommandLine(new TwophaseCommand(context));
    boolean listsAll = words.stream().anyMatch(word -> word.matches("--help|-\\w*h\\w*"));
    for (Class<?> command : listsAll ? COMMANDS : named(COMMANDS, words)) {
      CommandLine added = new CommandLine(command);
      List<String> next = words.stream().skip(words.indexOf(name(command)) + 1L).limit(1).toList();
      if (Collections.disjoint(added.getSubcommands().keySet(), next)) {
        named(CommandLine.getCommandMethods(command, null), next)
            .forEach(method -> added.addSubcommand(new CommandLine(method)));
      }
      line.addSubcommand(added);
    }
    if (listsAll || words.isEmpty()) {
      line.setResourceBundle(ResourceBundle.getBundle(WORDS));
    }
    setUp(line);
    String version = TwophaseCommand.class.getPackage().getImplementationVersion();
    line.getCommandSpec().version("twophase " + (version == null ? "(not from a jar)" : version));
    // an argument is what it says: an id that begins with @ names no file to read arguments from
    return line.setExpandAtFiles(false);
  }

  /** Sets up what is so of all commands. */
  private static void setUp(CommandLine line) {
    CommandSpec spec = line.getCommandSpec();
    // an amount such as -5 is an amount, to be refused as one, and not an option
    if (spec.positionalParameters().stream().anyMatch(one -> one.paramLabel().equals("AMOUNT"))) {
      spec.parser().unmatchedOptionsArePositionalParams(true);
    }
    line.getSubcommands().values().forEach(TwophaseCommand::setUp);
  }

  private static String name(AnnotatedElement command) {
    return command.getAnnotation(Command.class).name();
  }

  /** The commands that the words name; all, if they name none. */
  private static <C extends AnnotatedElement> List<C> named(List<C> commands, List<String> words) {
    List<C> named = commands.stream().filter(command -> words.contains(name(command))).toList();
    return named.isEmpty() ? commands : named;
  }

  /** A command line that is only looked at: it answers nothing. */
  public static CommandLine line() {
    return line(new CommandContext(() -> false, Cli.class.getName()));
  }
}
