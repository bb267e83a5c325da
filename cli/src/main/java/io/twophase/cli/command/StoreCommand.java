package io.twophase.cli.command;

import io.twophase.adapter.mongo.MongoStoreSettings;
import io.twophase.cli.context.SessionCommand;
import io.twophase.cli.context.StoreUri;
import io.twophase.cli.text.CommandFailure;
import io.twophase.cli.text.ExitCode;
import io.twophase.cli.text.FileFaults;
import io.twophase.cli.text.Lines;
import io.twophase.cli.text.OutputFile;
import io.twophase.console.view.Json;
import io.twophase.embedded.BackupFileException;
import io.twophase.embedded.StoreMaintenance;
import io.twophase.embedded.StoreMaintenance.Compacted;
import io.twophase.embedded.StoreReport;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The commands on a whole store: on an embedded one, while nobody has it open. */
@Command(name = "store", addMethodSubcommands = false, subcommands = StoreSetCommand.class)
public final class StoreCommand extends SessionCommand {

  private static final long MEGABYTE = 1_000_000;

  @Command(name = "check")
  int check(@Option(names = "--accept") boolean accept) {
    Path directory = directory();
    StoreReport report =
        accept ? StoreMaintenance.accept(directory) : StoreMaintenance.check(directory);
    done(json(report), text(report));
    if (!report.problems().isEmpty() && report.isAcceptable()) {
      note(
          "to go on with what can be read, and give up the rest: twophase --store embedded:%s store check --accept"
              .formatted(directory));
    }
    return report.problems().isEmpty() ? ExitCode.DONE : ExitCode.REFUSED;
  }

  @Command(name = "backup")
  int backup(@Parameters(paramLabel = "FILE") Path file) {
    Path directory = directory();
    long bytes = copied(directory, file);
    return done(
        Json.object("file", file, "bytes", bytes),
        "copied %s into %s, %s".formatted(directory, file, size(bytes)));
  }

  private static long copied(Path directory, Path file) {
    OutputFile.requireWritable("store backup", file);
    CommandFailure.badInputIf(
        Files.exists(file), "the file " + file + " is there already, and is left as it is");
    try {
      return StoreMaintenance.backup(directory, file);
    } catch (BackupFileException e) {
      throw CommandFailure.output(
          "file " + file + " cannot be written: " + FileFaults.words(e.fault()));
    }
  }

  @Command(name = "restore")
  int restore(
      @Parameters(paramLabel = "FILE") Path file, @Parameters(paramLabel = "DIR") Path directory) {
    CommandFailure.badInputIf(
        context().isGiven("--store"),
        "store restore: DIR says where the store is made, " + directory + "; leave --store out");
    StoreReport report = restored(file, directory);
    return done(json(report), "restored " + file + " into " + directory + "\n" + text(report));
  }

  private static StoreReport restored(Path file, Path directory) {
    try {
      return StoreMaintenance.restore(file, directory);
    } catch (BackupFileException e) {
      throw CommandFailure.badInput(e.getMessage() + "; " + directory + " was not made");
    }
  }

  @Command(name = "compact")
  int compact() {
    Compacted done = StoreMaintenance.compact(directory());
    return done(
        Json.object("bytesBefore", done.before(), "bytesAfter", done.after()),
        size(done.before()) + " before, " + size(done.after()));
  }

  @Command(name = "show")
  int show() {
    return StoreSetCommand.show(context(), MongoStoreSettings.defaults());
  }

  private Path directory() {
    if (StoreUri.parse(context().store()) instanceof StoreUri.Embedded embedded) {
      return embedded.uri().directory();
    }
    throw CommandFailure.badInput("twophase store … is for an embedded:DIR store");
  }

  private static Map<String, Object> json(StoreReport report) {
    return Json.object(
        "documents", report.documents(),
        "collections", report.collections(),
        "problems", report.problems());
  }

  private static String text(StoreReport report) {
    List<String> lines = new ArrayList<>(report.problems());
    lines.add(report.documents() + " documents can be read");
    report
        .collections()
        .forEach((collection, documents) -> lines.add("  " + collection + ": " + documents));
    lines.add(report.problems().isEmpty() ? "no damage found" : "damaged");
    return String.join("\n", lines.stream().map(Lines::visible).toList());
  }

  private static String size(long bytes) {
    return bytes < MEGABYTE ? bytes + " bytes" : bytes / MEGABYTE + " MB";
  }
}
