package io.twophase.cli.bench;

import io.twophase.cli.file.FileFaults;
import io.twophase.cli.file.OutputFile;
import io.twophase.cli.text.CommandFailure;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The files of {@code bench --charts}. Their folder is made, and what may not be replaced in it is
 * refused, before anything is measured; each is then written as any {@link OutputFile}.
 */
final class ChartFiles implements AutoCloseable {

  private static final String OPTION = "--charts";

  private final Map<String, OutputFile> files = new LinkedHashMap<>();

  private ChartFiles() {}

  /**
   * Begins to write them.
   *
   * @param names of the files in {@code folder}
   * @param besides another file that the command writes, if it does
   * @throws CommandFailure if one of them must not be written, or cannot be
   */
  public static ChartFiles begin(Path folder, List<String> names, @Nullable OutputFile besides) {
    try {
      Files.createDirectories(folder);
    } catch (FileAlreadyExistsException none) {
      throw CommandFailure.badInput(OPTION + ": " + folder + " is no folder");
    } catch (IOException fault) {
      throw CommandFailure.output(
          OPTION + ": folder " + folder + " cannot be made: " + FileFaults.words(fault));
    }
    ChartFiles charts = new ChartFiles();
    try {
      for (String name : names) {
        charts.add(name, OutputFile.begin(OPTION, folder.resolve(name), List.of()), besides);
      }
      return charts;
    } catch (CommandFailure failure) {
      charts.close();
      throw failure;
    }
  }

  private void add(String name, OutputFile file, @Nullable OutputFile besides) {
    files.put(name, file);
    if (besides != null && file.isAlso(besides)) {
      throw CommandFailure.badInput(OPTION + ": " + file + " is what --out writes, too");
    }
  }

  /** Writes each, and puts it in its place. */
  public void write(Map<String, byte[]> contents) {
    contents.forEach(
        (name, content) -> {
          OutputFile file = files.get(name);
          if (file == null) {
            throw new IllegalArgumentException(name + " was not begun");
          }
          try {
            file.stream().write(content);
          } catch (IOException fault) {
            throw file.failed(fault);
          }
          file.commit();
        });
  }

  /** Leaves nothing behind that was not written whole. */
  @Override
  public void close() {
    files.values().forEach(OutputFile::close);
  }
}
