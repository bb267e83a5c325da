package io.twophase.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.cli.testing.CommandRun;
import io.twophase.cli.text.ExitCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Several hundred wrong command lines, of {@code wrong-inputs.txt}: each ends with 2, in one line
 * that names what is wrong.
 */
class WrongInputsTest {

  /** Words of Java, of the libraries and of the step machine. */
  private static final Pattern NOT_FOR_PEOPLE =
      Pattern.compile(
          "Exception|Error\\b|java\\.|io\\.twophase|internal error|\\bnull\\b|CSVFormat|Selector"
              + "|\\bint\\b|Await|Reread|PlaceHolds|option option|@[0-9a-f]{6,}|\\p{Cntrl}");

  private static final Path TABLE =
      Path.of(System.getProperty("twophase.root"), "cli/src/test/resources/wrong-inputs.txt");
  private static final Pattern VALUES = Pattern.compile("([A-Z]+) = ?(.*)");
  private static final Pattern NAME = Pattern.compile("\\{([^}]*)}");
  private static final Pattern REPEATED = Pattern.compile("(.)\\*(\\d+)");

  @TempDir Path folder;
  private final Map<String, List<String>> values = new HashMap<>();
  private Path good;

  @BeforeEach
  void writeAGoodFile() throws IOException {
    good = file("good.csv", "id,source,destination,amount,balance\nx,A,B,1,1\n");
  }

  @Test
  void eachIsOneLineThatNamesIt() throws IOException {
    List<List<String>> cases = cases();
    assertThat(cases).hasSizeGreaterThan(300);

    for (List<String> words : cases) {
      CommandRun ran = run(words);

      String said = abbreviated(words) + ": " + abbreviated(List.of(ran.err()));
      assertThat(ran.exitCode()).as(said).isEqualTo(ExitCode.BAD_INPUT);
      assertThat(ran.complaints()).as(said).hasSize(1);
      String line = ran.complaints().get(0);
      assertThat(line).as(said).startsWith("twophase: ").hasSizeLessThan(2_200);
      assertThat(NOT_FOR_PEOPLE.matcher(line).find()).as(said).isFalse();
      assertThat(line).as(said).doesNotContain("s3cret");
      assertThat(ran.out()).as(said).isEmpty();
    }
  }

  private static CommandRun run(List<String> words, String... more) {
    List<String> arguments = new ArrayList<>();
    if (!words.contains("--store")) {
      arguments.addAll(List.of("--store", "memory:"));
    }
    arguments.addAll(words);
    arguments.addAll(List.of(more));
    return CommandRun.command(arguments.toArray(String[]::new));
  }

  /** Behind a double dash, the option would be an argument. */
  @Test
  void eachIsOneDocumentIfJsonIsAskedForBehindIt() throws IOException {
    for (List<String> words : cases()) {
      if (!words.contains("--")) {
        CommandRun ran = run(words, "--json");

        assertThat(ran.json().at("/error/exitCode").asInt())
            .as(abbreviated(words))
            .isEqualTo(ExitCode.BAD_INPUT);
      }
    }
  }

  private List<List<String>> cases() throws IOException {
    values.put("FOLDER", List.of(folder.toString()));
    values.put("GOOD", List.of(good.toString()));
    values.put("BAD", bad().stream().map(Path::toString).toList());
    List<List<String>> cases = new ArrayList<>();
    for (String line : Files.readAllLines(TABLE)) {
      Matcher named = VALUES.matcher(line);
      if (named.matches()) {
        values
            .computeIfAbsent(named.group(1), name -> new ArrayList<>())
            .addAll(values(named.group(2)));
      } else if (!line.isEmpty() && !line.startsWith("#")) {
        addAll(cases, List.of(line.split(" ")));
      }
    }
    return cases;
  }

  private static List<String> values(String list) {
    return Stream.of(list.split("\\|", -1)).map(String::strip).map(WrongInputsTest::value).toList();
  }

  private static String value(String text) {
    return REPEATED
        .matcher(text.translateEscapes())
        .replaceAll(match -> match.group(1).repeat(Integer.parseInt(match.group(2))));
  }

  /** Adds the command with each value of its first name, and so on; all at once if it has none. */
  private void addAll(List<List<String>> cases, List<String> words) {
    for (int at = 0; at < words.size(); at++) {
      String word = words.get(at);
      Matcher name = NAME.matcher(word);
      if (name.find()) {
        for (String value : values.getOrDefault(name.group(1), values(name.group(1)))) {
          List<String> with = new ArrayList<>(words);
          with.set(at, word.substring(0, name.start()) + value + word.substring(name.end()));
          addAll(cases, with);
        }
        return;
      }
    }
    cases.add(words.stream().map(String::translateEscapes).toList());
  }

  private List<Path> bad() throws IOException {
    return List.of(
        folder,
        folder.resolve("nope.csv"),
        file("empty.csv", ""),
        file("blank.csv", "\n\n"),
        file("semicolons.csv", "id;source;destination;amount;balance\n"),
        file("tabs.csv", "id\tsource\tdestination\tamount\tbalance\n"),
        file("twice.csv", "id,source,source,destination,amount,balance\n"),
        file("wide.csv", "id," + "x".repeat(3_000_000) + "\n"),
        file("quote.csv", "id,source,destination,amount,balance\n\"A\"x,A,B,1,1\n"),
        file("open.csv", "id,source,destination,amount,balance\n\"A,A,B,1,1\n"),
        file("zeros.csv", "id,source\u0000"),
        file("other.csv", "a,b,c\n"));
  }

  private Path file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text, StandardCharsets.UTF_8);
  }

  private static String abbreviated(List<String> words) {
    String text = String.join(" ", words);
    return text.length() < 300 ? text : text.substring(0, 300) + "…";
  }
}
