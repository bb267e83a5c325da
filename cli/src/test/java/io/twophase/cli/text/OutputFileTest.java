package io.twophase.cli.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A command's output replaces no input, no link and no mode: see {@code output-file.md} and {@code
 * standard-streams.md}, too.
 */
class OutputFileTest {

  @TempDir Path folder;

  /** From the first moment: another process may look at any. */
  @Test
  void nobodyElseCanReadWhatComesInThePlaceOfAPrivateFile() throws IOException {
    Path old = Files.writeString(folder.resolve("old.csv"), "old");
    permit(old, "rw-------");

    try (OutputFile output = OutputFile.begin("--csv", old, List.of())) {
      assertThat(partials())
          .singleElement()
          .satisfies(partial -> assertThat(mode(Path.of(partial))).isEqualTo("rw-------"));
      output.commit();
    }
    assertThat(mode(old)).isEqualTo("rw-------");
  }

  @Test
  void aFileWhoseOwnerCannotBeKeptIsWrittenInItsPlace() throws IOException {
    Path old = Files.writeString(folder.resolve("old.csv"), "old, and longer than the new text");
    permit(old, "rw-rw-rw-");
    Object key = Files.readAttributes(old, BasicFileAttributes.class).fileKey();

    try (OutputFile output = OutputFile.begin("--csv", old, List.of())) {
      output.writer().write("new");
      output.commit(
          (from, to) -> {
            throw new FileSystemException(to.toString(), null, "Operation not permitted");
          });
    }

    assertThat(old).hasContent("new");
    assertThat(Files.readAttributes(old, BasicFileAttributes.class).fileKey()).isEqualTo(key);
    assertThat(mode(old)).isEqualTo("rw-rw-rw-");
    assertThat(partials()).isEmpty();
  }

  @Test
  void wherePartOfACellWouldRunTheApostropheGoesBeforeThatPart() throws IOException {
    String[][] cells = {
      {"x;=1+1", "x;'=1+1"},
      {"x;  @SUM(1)", "x;'  @SUM(1)"},
      {"x;\"=1\"", "x;'\"=1\""},
      {"x\t=1", "x\t'=1"},
      {"x|-1", "x|'-1"},
      {"x\r\n+1", "x\r'\n'+1"},
      {"\uff1d1+1", "'\uff1d1+1"},
      {"\uff0b1", "'\uff0b1"},
      {"\uff0d1", "'\uff0d1"},
      {"\uff201", "'\uff201"},
      {"  =1", "'  =1"},
      {"\u00a0\u3000\u200b=1", "'\u00a0\u3000\u200b=1"},
      {"\tplain", "'\tplain"},
      {"\rplain", "'\rplain"},
      {"a=b-c@d; e", "a=b-c@d; e"},
      {"-12.50", "-12.50"}
    };
    Path file = folder.resolve("cells.csv");
    try (CsvOutput csv = CsvOutput.begin("--csv", file, Set.of(), true, "cell", "next")) {
      for (String[] cell : cells) {
        csv.row(cell[0], "");
      }
      csv.commit();
    }

    try (CSVParser read = CSVParser.parse(file, StandardCharsets.UTF_8, CSVFormat.DEFAULT)) {
      assertThat(read.getRecords().stream().skip(1).map(row -> row.get(0)))
          .containsExactly(Stream.of(cells).map(cell -> cell[1]).toArray(String[]::new));
    }
  }

  private static void permit(Path file, String mode) throws IOException {
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));
  }

  private static String mode(Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }

  private List<String> partials() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(Path::toString).filter(name -> name.endsWith(".partial")).toList();
    }
  }
}
