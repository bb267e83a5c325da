package io.twophase.cli.transaction;

import io.twophase.cli.context.SessionCommand;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** A command whose parameters have an amount among them. */
abstract class AmountCommand extends SessionCommand implements Callable<Integer> {

  /** An amount such as -5 is an amount, to be refused as one, and not an option. */
  @Spec
  void readOptionsThatAreNoneAsAmounts(CommandSpec command) {
    command.parser().unmatchedOptionsArePositionalParams(true);
  }
}
