package io.twophase.cli.context;

import io.twophase.cli.failure.ExitCode;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A command on a store: each of its outcomes becomes an answer with an exit code, or a failure. */
public abstract class StoreCommand {

  @Spec private CommandSpec spec = CommandSpec.create();

  /** The options that all commands have, and what answers go through. */
  protected final CommandContext context() {
    return (CommandContext) spec.root().mixins().get(CommandContext.MIXIN).userObject();
  }

  /** Answers that the command has done what it was asked for. */
  protected final int done(Map<String, Object> json, String text) {
    context().answer(() -> json, () -> text);
    return ExitCode.DONE;
  }

  /**
   * Answers that what the command was asked for is refused.
   *
   * @param note why, and which command goes on
   */
  protected final int refused(Map<String, Object> json, String text, String note) {
    context().answer(() -> json, () -> text);
    context().note(note);
    return ExitCode.REFUSED;
  }

  /** The failure that the command line has the wrong words; it names the command's help. */
  protected final ParameterException misused(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
