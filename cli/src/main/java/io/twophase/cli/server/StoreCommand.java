package io.twophase.cli.server;

import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.cli.context.SessionCommand;
import io.twophase.cli.context.StoreUri;
import io.twophase.cli.file.FileFaults;
import io.twophase.cli.text.CommandFailure;
import io.twophase.cli.text.ExitCode;
import io.twophase.console.view.Json;
import io.twophase.embedded.BackupFileException;
import io.twophase.embedded.StoreMaintenance;
import io.twophase.embedded.StoreMaintenance.Compacted;
import io.twophase.embedded.StoreReport;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The commands on a whole store: on an embedded one, while nobody has it open. */
@Command(
    name = "store",
    addMethodSubcommands = false,
    description =
        "Check, back up, restore or compact an embedded store that nobody has open; or show and"
            + " make what any store keeps for all processes.",
    subcommands = StoreSetCommand.class)
public final class StoreCommand extends SessionCommand {

  @Command(
      name = "check",
      description = "Read everything and say what is damaged; exit code 1 if something is.")
  int check(
      @Option(
              names = "--accept",
              description = "go on with what can be read, after a power cut: the rest is gone")
          boolean accept) {
    Path directory = directory();
    StoreReport report =
        accept ? StoreMaintenance.accept(directory) : StoreMaintenance.check(directory);
    context().answer(() -> StoreViews.report(report), () -> StoreViews.text(report));
    if (!report.problems().isEmpty() && report.isAcceptable()) {
      context()
          .note(
              "to go on with what can be read, and give up the rest: twophase --store embedded:"
                  + directory
                  + " store check --accept");
    }
    return report.problems().isEmpty() ? ExitCode.DONE : ExitCode.REFUSED;
  }

  @Command(name = "backup", description = "Copy the store into a new zip file, for restore.")
  int backup(@Parameters(paramLabel = "FILE") Path file) {
    Path directory = directory();
    long bytes = copied(directory, file);
    context()
        .answer(
            () -> Json.object("file", file.toString(), "bytes", bytes),
            () -> "copied " + directory + " into " + file + ", " + StoreViews.size(bytes));
    return ExitCode.DONE;
  }

  private static long copied(Path directory, Path file) {
    try {
      return StoreMaintenance.backup(directory, file);
    } catch (BackupFileException e) {
      IOException fault = e.fault();
      if (fault instanceof FileAlreadyExistsException) {
        throw CommandFailure.badInput(
            "the file " + file + " is there already, and is left as it is");
      }
      String why =
          fault instanceof NoSuchFileException
              ? "its folder does not exist"
              : FileFaults.words(fault);
      throw CommandFailure.output("file " + file + " cannot be written: " + why);
    }
  }

  @Command(
      name = "restore",
      description = "Make a store of a backup's file, in a new directory. --store is not used.")
  int restore(
      @Parameters(paramLabel = "FILE", description = "of store backup; it is not changed")
          Path file,
      @Parameters(paramLabel = "DIR", description = "not there yet, or empty") Path directory) {
    if (context().isGiven("--store")) {
      throw CommandFailure.badInput(
          "store restore: DIR says where the store is made, " + directory + "; leave --store out");
    }
    StoreReport report = restored(file, directory);
    context()
        .answer(
            () -> StoreViews.report(report),
            () -> "restored " + file + " into " + directory + "\n" + StoreViews.text(report));
    return ExitCode.DONE;
  }

  private static StoreReport restored(Path file, Path directory) {
    try {
      return StoreMaintenance.restore(file, directory);
    } catch (BackupFileException e) {
      throw CommandFailure.badInput(e.getMessage() + "; " + directory + " was not made");
    }
  }

  @Command(
      name = "compact",
      description = "Give the space of removed and overwritten documents back.")
  int compact() {
    Compacted done = StoreMaintenance.compact(directory());
    context()
        .answer(
            () -> Json.object("bytesBefore", done.before(), "bytesAfter", done.after()),
            () -> StoreViews.size(done.before()) + " before, " + StoreViews.size(done.after()));
    return ExitCode.DONE;
  }

  @Command(
      name = "show",
      description =
          "Show the settings that the store keeps for all processes; store set makes them.")
  int show() {
    return StoreViews.showLasting(context(), MongoStoreSettings.defaults());
  }

  private Path directory() {
    if (StoreUri.parse(context().store()) instanceof StoreUri.Embedded embedded) {
      return embedded.uri().directory();
    }
    throw CommandFailure.badInput("twophase store … is for an embedded:DIR store");
  }
}
