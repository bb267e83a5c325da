package io.twophase.cli.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.twophase.cli.Cli;
import io.twophase.cli.testing.CommandRun;
import io.twophase.embedded.storage.Child;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a command writes replaces no input, no device, no link and no mode. */
class OutputFileTest {

  private static final String ACCOUNTS = "id,balance\nA,10\nB,0\n";
  private static final String TRANSFERS = "id,source,destination,amount\nx1,A,B,99\nx2,A,B,1\n";

  @TempDir Path folder;
  private Path accounts;
  private Path transfers;

  @BeforeEach
  void writeInputs() throws IOException {
    accounts = Files.writeString(folder.resolve("accounts.csv"), ACCOUNTS);
    transfers = Files.writeString(folder.resolve("transfers.csv"), TRANSFERS);
  }

  @Test
  void noInputIsReplacedByWhateverNameItHas() throws IOException {
    Path link = Files.createSymbolicLink(folder.resolve("link.csv"), transfers);
    Path hardLink = Files.createLink(folder.resolve("hard.csv"), accounts);
    Path linkedFolder = Files.createSymbolicLink(folder.resolve("here"), folder);
    List<Path> names =
        List.of(
            transfers,
            accounts,
            link,
            hardLink,
            folder.resolve("./transfers.csv"),
            linkedFolder.resolve("accounts.csv"),
            linkedFolder.resolve("../" + folder.getFileName() + "/transfers.csv"));

    for (Path name : names) {
      CommandRun ran = importing("--refused", name.toString());

      assertRefused(ran, "--refused", name.toString(), "input");
      assertThat(ran.out()).isEmpty();
    }
    assertThat(accounts).hasContent(ACCOUNTS);
    assertThat(transfers).hasContent(TRANSFERS);
    assertThat(Files.isSymbolicLink(link)).isTrue();
    // nothing was done, nor anything left
    assertThat(folder.resolve("data")).doesNotExist();
    assertThat(partials()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "data/watermark, directory of an embedded store",
    "data/new.csv, directory of an embedded store",
    "data/engine/x.csv, directory of an embedded store",
    "no/x.csv, x.csv cannot be written: there is no folder",
    ", cannot be written: it is a folder",
    "/dev/stdout, device",
    "/dev/null, device",
    "/dev/full, device",
    "/dev/fd/1, device"
  })
  void whatIsNoFileToBeReplacedIsNamed(@Nullable String name, String why) throws IOException {
    CommandRun.on("embedded:" + folder.resolve("data"), "account", "open", "A");
    Path file = name == null ? folder : folder.resolve(name);
    boolean isThere = Files.exists(file);
    assumeTrue(isThere || !file.startsWith("/dev"), "there is no " + file + " here");

    assertRefused(importing("--refused", file.toString()), "--refused: file " + file, why);
    assertThat(Files.exists(file)).isEqualTo(isThere);
    assertThat(Files.isRegularFile(file)).isEqualTo("data/watermark".equals(name));
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "its streams have no names")
  void whatStandardInputReadsIsNotReplaced() throws Exception {
    Process process =
        Child.start(
            "exec <'" + transfers + "' >/dev/null;",
            Cli.class,
            ("--store memory: import --transfers - --refused " + transfers).split(" "));
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(process.waitFor()).as(said).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(said.lines()).singleElement().asString().contains("--refused", "standard input");
    assertThat(transfers).hasContent(TRANSFERS);
    assertThat(partials()).isEmpty();
  }

  @Test
  void aLinkStaysALinkAndTheFileBehindItIsWritten() throws IOException {
    Path real = Files.writeString(folder.resolve("real.csv"), "old");
    Path link = Files.createSymbolicLink(folder.resolve("link.csv"), Path.of("real.csv"));

    assertThat(importing("--refused", link.toString()).exitCode()).isZero();

    assertThat(Files.isSymbolicLink(link)).isTrue();
    assertThat(Files.isRegularFile(real, LinkOption.NOFOLLOW_LINKS)).isTrue();
    assertThat(Files.readString(real)).contains("x1,A,B,99,InsufficientFunds");
  }

  @Test
  void theModeStaysAndANewFileHasTheModeOfAnyNewFile() throws IOException {
    Path old = Files.writeString(folder.resolve("old.csv"), "old");
    permit(old, "rw-rw---x");
    Path fresh = folder.resolve("fresh.csv");

    importing("--refused", old.toString());
    importing("--refused", fresh.toString());

    assertThat(mode(old)).isEqualTo("rw-rw---x");
    assertThat(mode(fresh)).isEqualTo(mode(transfers));
    assertThat(partials()).isEmpty();
  }

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

  private CommandRun importing(String... more) {
    List<String> words = new ArrayList<>(List.of("import", "--accounts", accounts.toString()));
    words.addAll(List.of("--transfers", transfers.toString()));
    words.addAll(List.of(more));
    return CommandRun.on("memory:", words.toArray(String[]::new));
  }

  private static void assertRefused(CommandRun ran, String... named) {
    assertThat(ran.exitCode()).as(ran.err()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(ran.complaints()).singleElement().asString().contains(named);
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
