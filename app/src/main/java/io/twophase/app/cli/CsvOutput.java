package io.twophase.app.cli;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;

/**
 * A CSV file with a header that is there whole, once {@link #commit} has returned, or not at all.
 */
final class CsvOutput implements AutoCloseable {

  private static final CSVFormat FORMAT =
      CSVFormat.DEFAULT.builder().setRecordSeparator('\n').get();

  private final Path file;
  private final Path partial;
  private final CSVPrinter printer;

  private CsvOutput(Path file, Path partial, CSVPrinter printer) {
    this.file = file;
    this.partial = partial;
    this.printer = printer;
  }

  static CsvOutput create(Path file, String... header) throws IOException {
    Path absolute = file.toAbsolutePath();
    Path folder = absolute.getParent();
    if (folder == null || !Files.isDirectory(folder) || Files.isDirectory(absolute)) {
      throw new IOException("no such folder, or a folder itself");
    }
    Path partial = Files.createTempFile(folder, absolute.getFileName().toString(), ".partial");
    BufferedWriter writer = Files.newBufferedWriter(partial);
    CsvOutput output = new CsvOutput(absolute, partial, new CSVPrinter(writer, FORMAT));
    output.row(header);
    return output;
  }

  void row(String... cells) throws IOException {
    printer.printRecord((Object[]) cells);
  }

  /** Puts the file in its place. */
  void commit() throws IOException {
    printer.close(true);
    Files.move(partial, file, StandardCopyOption.REPLACE_EXISTING);
  }

  /** Leaves nothing behind that was not committed. */
  @Override
  public void close() throws IOException {
    printer.close();
    Files.deleteIfExists(partial);
  }
}
